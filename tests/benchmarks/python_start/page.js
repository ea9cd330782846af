// A button, and how long it takes from the click on it, or from stop(), to the first line of output.

const { open } = await import(`/bench/${document.body.dataset.with}.js`)
const python = open(new URL(document.body.dataset.base, location).href)
const CODE = "import numpy as np\nprint(np.arange(3))"

const timed = async () => {
  const start = performance.now()
  let seconds
  const result = await python.run(CODE, (text) => {
    if (text.includes("[0 1 2]")) seconds = (performance.now() - start) / 1000
  })
  if (!seconds) throw new Error(JSON.stringify(result) ?? "it shows nothing")
  return seconds
}

window.recover = async () => {
  if (!python.stop) return NaN // it runs in the page's own thread
  python.run("while True: pass", () => {})
  await new Promise((done) => setTimeout(done, 300)) // until it runs
  python.stop()
  return timed()
}
window.times = []
document.querySelector("button").addEventListener("click", async () => window.times.push(await timed()))
