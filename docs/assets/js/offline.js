// Has the browser keep what is read here, so that it can be read, and its Python run, without network.

const { serviceWorker } = navigator

if (serviceWorker) {
  const comesBack = Boolean(serviceWorker.controller)
  serviceWorker.register(new URL("../../service-worker.js", import.meta.url)).catch(() => {}) // the site works without
  serviceWorker.ready.then(({ active }) => tellWhatIsLoaded((seen) => active.postMessage({ seen, comesBack })))
}

// On a first visit much is loaded before there is a service worker to see it.
function tellWhatIsLoaded(tell) {
  tell([location.href])
  new PerformanceObserver((list) => {
    const unseen = list.getEntries().filter(({ workerStart }) => workerStart === 0)
    if (unseen.length > 0) tell(unseen.map(({ name }) => name))
  }).observe({ type: "resource", buffered: true })
}
