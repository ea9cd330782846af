// Starts Python for nothing but a snapshot of it: see snapshot.js.

import { makeSnapshot } from "./boot.js"

onmessage = async ({ data }) => {
  const snapshot = await makeSnapshot(data).catch(() => null)
  postMessage(snapshot, snapshot ? [snapshot] : [])
  close()
}
