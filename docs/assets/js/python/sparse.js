// A memory without its empty pages, of which a fresh Python's has many: less to keep, and sooner read.
//
// Its size in bytes, then for each page that is not empty its number and its bytes; numbers are 32 bits long, the highest first.

const PAGE = 2 ** 14 // bytes
const NUMBER = Uint32Array.BYTES_PER_ELEMENT

/** Both take and give an ArrayBuffer. The size of a memory is a multiple of four. */
export function pack(memory) {
  const pages = Array.from({ length: Math.ceil(memory.byteLength / PAGE) }, (_, i) => i).filter((i) =>
    !isEmpty(memory, i)
  )
  const packed = new Uint8Array(NUMBER + pages.length * (NUMBER + PAGE))
  const view = new DataView(packed.buffer)
  view.setUint32(0, memory.byteLength)
  pages.forEach((page, i) => {
    const start = NUMBER + i * (NUMBER + PAGE)
    view.setUint32(start, page)
    packed.set(new Uint8Array(memory, page * PAGE, sizeOf(memory, page)), start + NUMBER)
  })
  return packed.buffer
}

export function unpack(packed) {
  const view = new DataView(packed)
  const memory = new Uint8Array(view.getUint32(0))
  for (let start = NUMBER; start < packed.byteLength; start += NUMBER + PAGE) {
    const page = view.getUint32(start)
    memory.set(new Uint8Array(packed, start + NUMBER, sizeOf(memory.buffer, page)), page * PAGE)
  }
  return memory.buffer
}

const sizeOf = (memory, page) => Math.min(PAGE, memory.byteLength - page * PAGE)

const isEmpty = (memory, page) =>
  new Uint32Array(memory, page * PAGE, sizeOf(memory, page) / NUMBER).every((n) => n === 0)
