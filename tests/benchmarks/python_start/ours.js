// What a page of the site does: one Session, prepared and run on a click.

import { Session } from "/assets/js/python/session.js"

// It keeps a snapshot of Python only where a service worker looks after what is kept.
await navigator.serviceWorker.register("/service-worker.js")
while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 20))

export function open(base) {
  const session = new Session(base)
  const run = (code, onOutput) => session.run(code, { onOutput: ({ text }) => onOutput(text), limit: Infinity })
  return { run, stop: () => session.stop() }
}
