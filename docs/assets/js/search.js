// The worker of the site's search. Most who read a page search for nothing, so it fetches what search needs when they do.
//
// The theme's bundle starts this worker in place of the theme's own (overrides/main.html), whose name stands in the hash, and
// speaks to it as to that one: it gives the settings, waits until search is ready, and sends what is searched for.

const [SETTINGS, READY, QUERY, RESULT] = [0, 1, 2, 3] // the theme's types of messages

let settings
let starting = null // a promise of the theme's own worker

addEventListener("message", async ({ data: message }) => {
  if (message.type === SETTINGS) {
    settings = message.data
    postMessage({ type: READY }) // so that the theme sends what is searched for
  } else if (message.type === QUERY && !message.data && !starting) {
    postMessage({ type: RESULT, data: { items: [] } })
  } else {
    starting ??= start()
    const worker = await starting.catch(() => starting = null) // no network: the next letter tries again
    worker?.postMessage(message)
  }
})

function start() {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(`../javascripts/workers/${location.hash.slice(1)}`, location))
    const fail = (error) => {
      worker.terminate()
      reject(error)
    }
    worker.addEventListener("error", fail)
    worker.addEventListener("message", ({ data: message }) => {
      if (message.type === READY) resolve(worker)
      else postMessage(message)
    })
    fetch(new URL("../../search/pages.json", location)) // see tools/search_index.py
      .then((pages) => pages.json())
      .then((docs) => worker.postMessage({ type: SETTINGS, data: { ...settings, docs } }))
      .catch(fail)
  })
}
