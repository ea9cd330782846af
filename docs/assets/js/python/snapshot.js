// Python as it is when it has just started, kept on the reader's device: what starts from that has half of the work behind it.
//
// This uses private interfaces of Pyodide, so it is tried in Chromium only, where the tests run it. Elsewhere, without a
// service worker, which drops what is out of date, and whenever anything fails, Python starts as it always can.

import { findKept } from "./kept.js"

const SITE = new URL("../../../", import.meta.url).href
const PAUSE = 2000 // milliseconds: what the reader has asked for comes first

// On a first visit the service worker comes some time after the page.
const isTried = () => Boolean(navigator.userAgentData && navigator.serviceWorker?.controller)

// The service worker keeps Python's files of a build in the cache of this name, and drops it with them.
const cacheName = (base) => `${SITE}#${base.slice(SITE.length)}`
const address = (base) => `${base}snapshot?${encodeURIComponent(navigator.userAgent)}`

/** The snapshot's bytes, none if Python has not started from it, or undefined if there is no snapshot. */
export async function kept(base) {
  const found = await findKept(address(base), { cacheName: cacheName(base) })
  return found?.arrayBuffer()
}

// The bases for which one has been made, or tried.
const made = new Set()

/**
 * Make a snapshot of what load.js has brought, in a worker of its own, and keep it, if there is none.
 *
 * modules: the names of those that the snapshot is to have imported.
 */
export async function makeSnapshot(base, { core, module, modules }) {
  if (made.has(base)) return
  made.add(base)
  await new Promise((resolve) => setTimeout(resolve, PAUSE))
  if (!isTried()) return
  try {
    const cache = await caches.open(cacheName(base))
    if (await cache.match(address(base))) return
    const snapshot = await make({ base, core: await core, module: await module, modules })
    await cache.put(address(base), new Response(snapshot))
  } catch {
    // the next visit tries it again
  }
}

function make(parts) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./snapshot_worker.js", import.meta.url), { type: "module" })
    worker.onmessage = ({ data }) => data ? resolve(data) : reject(new Error("there is no snapshot"))
    worker.onerror = reject
    worker.postMessage(parts)
  })
}

/** Keep in mind that Python does not start from a snapshot here. */
export async function giveUp(base) {
  try {
    await (await caches.open(cacheName(base))).put(address(base), new Response(""))
  } catch {
    // the next visit tries it again
  }
}
