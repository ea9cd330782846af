// The stock files, as Pyodide's documentation has them used in a worker.

export function open() {
  let worker
  const start = () => {
    worker = new Worker(new URL("./stock_worker.js", import.meta.url), { type: "module" })
    worker.onerror = ({ message }) => reportError(message)
  }
  const stop = () => {
    worker.terminate()
    worker = null
  }
  const run = (code, onOutput) => {
    worker ?? start()
    worker.postMessage(code)
    return new Promise((done) => worker.onmessage = ({ data }) => data === null ? done() : onOutput(data))
  }
  return { run, stop }
}
