// Keeps what a reader has seen, so that it can be read, and its Python run, without network.
//
// The newest page is shown whenever there is network. The files of a build belong together, so only files of the build that
// this worker comes from are kept, and they serve no page of another build. The next build brings its own worker, which
// takes over once no page of the site is open any more, and fetches anew what its reader had.

const BUILD = {} // tools/offline.py writes here the hash of each file, the folder of Python, and the scripts of its worker

const SCOPE = registration.scope // other sites may live on the same host, and share its caches
const SITE = `${SCOPE}#site-${BUILD.digest}`
const PYTHON = `${SCOPE}#${BUILD.python}`

const KEPT = "?kept" // the address of a file of Python, for which it is asked here, ends so: see boot.js
const UNTIL_PYTHON_RUNS = 4000 // milliseconds: the reader waits for that

// By the id of each page or worker: a promise of whether it is of this build.
const isOurs = new Map()

addEventListener("install", (event) => event.waitUntil(fetchAnew()))
addEventListener("activate", (event) => event.waitUntil(Promise.all([dropOthers(), clients.claim()])))
addEventListener("message", (event) => event.waitUntil(keepWhatWasSeen(event.data, event.source)))
addEventListener("fetch", (event) => {
  const { request, resultingClientId } = event
  const path = pathOf(request.url)
  if (request.method !== "GET") return
  if (isPython(path)) {
    // Otherwise they come without this worker, or the browser would not keep of its scripts what it has compiled.
    if (request.url.endsWith(KEPT)) event.respondWith(openKept(SCOPE + path))
    event.waitUntil(pause(UNTIL_PYTHON_RUNS).then(() => keepPython(SCOPE + path)))
  } else if (path in BUILD.files) {
    const open = request.mode === "navigate" ? openPage : path.endsWith(".html") ? openInPlace : openPart
    event.respondWith(open(event, path))
  } else if (resultingClientId) isOurs.set(resultingClientId, Promise.resolve(false))
})

/** A page: the newest one, or without network the one that was kept. */
async function openPage(event, path) {
  let ours = Promise.resolve(true)
  try {
    const { response, isKept } = await ask(event, path)
    ours = isKept
    return response
  } catch {
    return (await kept(path)) ?? notSeen()
  } finally {
    isOurs.set(event.resultingClientId, ours)
  }
}

/** A page that the theme opens in place of another. If its build is not that of the scripts that run, it is loaded whole. */
async function openInPlace(event, path) {
  try {
    const { response, isKept } = await ask(event, path)
    const ours = (await isOurs.get(event.clientId)) ?? true
    return await isKept === ours ? response : Response.error()
  } catch {
    return (await kept(path)) ?? Response.error()
  }
}

/** What a page is made of: from what is kept, if the page is of this build. */
async function openPart(event, path) {
  const ours = await isOurs.get(event.clientId) // undefined when this worker has slept since the page was opened
  if (event.resultingClientId) isOurs.set(event.resultingClientId, Promise.resolve(ours))
  const found = ours === false ? undefined : await kept(path)
  if (ours && found) return found
  return ask(event, path).then(({ response }) => response, () => found ?? Response.error())
}

/** A file of Python, for those who have no other way to it. */
async function openKept(url) {
  const cache = await caches.open(PYTHON)
  return await cache.match(url) ?? fetch(url)
}

/** Keep what has come. It is not asked for again: that would be many bytes. */
async function keepPython(url) {
  try {
    const cache = await caches.open(PYTHON)
    if (await cache.match(url)) return
    const response = await fetch(url, { cache: "only-if-cached", mode: "same-origin" })
    // One that is not used, see load.js, has not come to its end.
    const isUsed = !url.endsWith(".wasm") || response.headers.has("Content-Encoding")
    if (response.ok && isUsed) await cache.put(url, response)
    else await response.body?.cancel()
  } catch {
    // the browser has not kept it, or it is too much for the device
  }
}

/** Ask the network. What comes is kept if it is of this build. */
async function ask(event, path) {
  const response = await fetch(event.request.url, { cache: "no-cache" })
  const isKept = store(path, response.clone())
  event.waitUntil(isKept)
  return { response, isKept }
}

async function store(path, response) {
  if (!response.ok) return false
  const bytes = await response.arrayBuffer()
  if (await hashOf(bytes) !== BUILD.files[path]) return false
  const cache = await caches.open(SITE)
  await cache.put(
    SCOPE + path,
    new Response(bytes, { headers: { "Content-Type": response.headers.get("Content-Type") } }),
  )
  return true
}

async function kept(path) {
  const cache = await caches.open(SITE)
  return cache.match(SCOPE + path)
}

/** Keep what a page has loaded before this worker was there; the browser's own cache has it still. */
async function keepWhatWasSeen({ seen, comesBack }, page) {
  if (page && !isOurs.has(page.id)) isOurs.set(page.id, isOfThisBuild(page.url))
  await clients.claim() // a page that was on its way when this worker began is not its client yet
  // What the worker of Python loads, its page does not see.
  const scripts = seen.some((url) => isPython(pathOf(url))) ? BUILD.scripts : []
  // Some of a page is loaded only when it is needed. Those who come back are to find it without network too.
  const later = comesBack ? Object.keys(BUILD.files).filter(isLoadedLater) : []
  await Promise.allSettled([...seen, ...[...scripts, ...later].map((path) => SCOPE + path)].map((url) => keep(url)))
}

/** Whether a page that the browser has just loaded is, as the browser's own cache has it; undefined if it cannot tell. */
async function isOfThisBuild(url) {
  try {
    const response = await fetch(url)
    return await hashOf(await response.arrayBuffer()) === BUILD.files[pathOf(url)]
  } catch {
    return undefined
  }
}

async function keep(url, cache = "default") {
  const path = pathOf(url)
  if (isPython(path)) await keepPython(SCOPE + path)
  else if (path in BUILD.files && !await kept(path)) await store(path, await fetch(url, { cache }))
}

/** Keep of this build what was kept of the one before. */
async function fetchAnew() {
  const names = (await caches.keys()).filter((name) => name.startsWith(`${SCOPE}#site-`))
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
  await Promise.allSettled(requests.flat().map(({ url }) => keep(url, "no-cache")))
}

async function dropOthers() {
  const names = (await caches.keys()).filter((name) => name.startsWith(`${SCOPE}#`) && name !== SITE && name !== PYTHON)
  await Promise.all(names.map((name) => caches.delete(name)))
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

async function hashOf(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))
  return [...digest.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("")
}

/** The path of a file below the site, by its address. */
function pathOf(url) {
  const { origin, pathname } = new URL(url)
  if (!(origin + pathname).startsWith(SCOPE)) return ""
  return decodeURI((origin + pathname).slice(SCOPE.length)).replace(/(^|\/)$/, "$1index.html")
}

function isPython(path) {
  return BUILD.python && path.startsWith(BUILD.python)
}

/** Search, when something is searched for; the font of formulas and the notebook's figures, when they are near. */
function isLoadedLater(path) {
  return ["search/", "assets/javascripts/workers/", "assets/fonts/", "figures/"].some((folder) =>
    path.startsWith(folder)
  )
}

function notSeen() {
  const text = "There is no network, and this page has not been opened on this device before."
  return new Response(text, { status: 503, headers: { "Content-Type": "text/plain; charset=utf-8" } })
}
