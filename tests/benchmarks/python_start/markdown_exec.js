// A fence "pyodide" of markdown-exec, with its own script, but the files from here and neither its editor nor its colours.
// On a page it starts when the page is opened, in the page's own thread; here, when it is asked to, as the others do.

const load = (src) =>
  new Promise((done, failed) =>
    document.head.append(Object.assign(document.createElement("script"), { src, onload: done, onerror: failed }))
  )

export function open() {
  let code = ""
  const nothing = () => {}
  const editor = { setTheme: nothing, setOption: nothing, resize: nothing, getValue: () => code }
  Object.assign(globalThis, {
    ace: { edit: () => ({ ...editor, session: { setMode: nothing } }) },
    hljs: { highlightElement: nothing },
    setTheme: nothing,
  })
  const element = (id) => Object.assign(document.createElement("code"), { id: `exec-1--${id}` })
  const [run, output] = ["run", "output"].map(element)
  const box = document.createElement("pre")
  box.append(output)
  const outer = document.createElement("div")
  outer.append(run, element("clear"), box)
  document.body.append(outer)

  let ready
  const start = async () => {
    await load("/pyodide/pyodide.js")
    await load("/fence/pyodide.js")
    await globalThis.setupPyodide("exec-1--", ["numpy"])
  }
  return {
    run: async (asked, onOutput) => {
      await (ready ??= start())
      code = asked
      const shown = new Promise((done) => {
        const observer = new MutationObserver(() => {
          if (!output.textContent.includes("\n")) return
          observer.disconnect()
          onOutput(output.textContent)
          done()
        })
        observer.observe(output, { childList: true, subtree: true, characterData: true })
      })
      run.click()
      await shown
    },
  }
}
