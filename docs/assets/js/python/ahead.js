// Asks for scripts before they are needed: a worker asks for what one of its scripts imports only when it has read that.

export function askFor(urls) {
  if (!navigator.onLine) return // the browser would complain of each
  // The browser keeps only what is read to its end.
  for (const url of urls) fetch(url).then((response) => response.arrayBuffer()).catch(() => {})
}

const SCRIPTS = ["worker.js", "boot.js", "bundle.js", "kept.js", "sparse.js", "snapshot.js"]
askFor(SCRIPTS.map((name) => new URL(name, import.meta.url)))
