// What is kept on the reader's device beside the browser's own cache: by the service worker, and by snapshot.js.

const PATIENCE = 1000 // milliseconds: a browser's storage can be stuck

/** The kept response, or null if there is none. Options are those of caches.match. */
export function findKept(url, options) {
  return Promise.race([find(url, options), new Promise((resolve) => setTimeout(() => resolve(null), PATIENCE))])
}

async function find(url, options) {
  try {
    return await caches.match(url, options) ?? null
  } catch {
    return null
  }
}
