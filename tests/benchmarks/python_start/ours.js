// What a page of the site does: one Session, prepared and run on a click.

import { Session } from "/assets/js/python/session.js"

export function open(base) {
  const session = new Session(base)
  const run = (code, onOutput) => session.run(code, { onOutput: ({ text }) => onOutput(text), limit: Infinity })
  return { run, stop: () => session.stop() }
}
