// The bundle's format, which tools/pyodide/pack.py writes: the length of a header in four bytes, the header in JSON, then
// the contents of its files, one after the other.

/** The header of an unpacked bundle. Its `files` become a Map from paths to their contents, which are not copied. */
export function read(buffer) {
  const length = new DataView(buffer).getUint32(0, true)
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)))
  let start = 4 + length
  const files = new Map()
  for (const [path, size] of header.files) {
    files.set(path, new Uint8Array(buffer, start, size))
    start += size
  }
  return { ...header, files }
}
