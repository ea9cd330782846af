// Starts Python for nothing but a snapshot of it: see snapshot.js.

import { makeSnapshot } from "./boot.js"

const end = (snapshot) => {
  postMessage(snapshot, snapshot ? [snapshot] : [])
  close()
}

onmessage = ({ data }) => makeSnapshot(data).then(end, () => end(null))

// The same from within a task.
addEventListener("unhandledrejection", () => end(null))
