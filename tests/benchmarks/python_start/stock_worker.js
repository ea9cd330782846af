import { loadPyodide } from "/pyodide/pyodide.mjs"

const ready = (async () => {
  const pyodide = await loadPyodide({ stdout: (line) => postMessage(line) })
  await pyodide.loadPackage("numpy", { messageCallback: () => {} })
  return pyodide
})()

onmessage = async ({ data }) => {
  const pyodide = await ready
  pyodide.runPython(data)
  postMessage(null)
}
