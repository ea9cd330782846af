// Has the browser keep what is read here, so that it can be read, and its Python run, without network.

const { serviceWorker } = navigator

if (serviceWorker) {
  if (!serviceWorker.controller) serviceWorker.addEventListener("controllerchange", tellWhatIsLoaded, { once: true })
  serviceWorker.register(new URL("../../service-worker.js", import.meta.url)).catch(() => {}) // the site works without
}

// On a first visit much is loaded before there is a service worker to see it.
function tellWhatIsLoaded() {
  const now = performance.now()
  const tell = (seen) => serviceWorker.controller.postMessage({ seen })
  tell([location.href])
  new PerformanceObserver((list) =>
    tell(list.getEntries().filter(({ startTime }) => startTime < now).map(({ name }) => name))
  )
    .observe({ type: "resource", buffered: true })
}
