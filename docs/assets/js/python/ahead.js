// Asks for scripts before they are needed. A worker asks for each of its own only when it has read the one before.

export function askFor(urls) {
  if (!navigator.onLine) return
  // The browser keeps only what is read to its end.
  for (const url of urls) fetch(url).then((response) => response.arrayBuffer()).catch(() => {})
}

const SCRIPTS = ["worker.js", "boot.js", "bundle.js", "sparse.js", "snapshot.js"]
askFor(SCRIPTS.map((name) => new URL(name, import.meta.url)))
