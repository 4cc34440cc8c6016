/** The encoder's inner loops over one block of memory, laid out as in map.ts: compiled, or in plain TypeScript. */
import compiled from './kernel.assembly.ts?wasm'
import { LENGTH_BASES, LENGTH_SYMBOLS, MAX_MATCH } from './map.ts'
import { createTwin } from './twin.ts'

/** All addresses are bytes from the start of `memory`. */
export interface Kernel {
  readonly memory: Pick<WebAssembly.Memory, 'buffer' | 'grow'>
  /** `rows` RGBA rows behind the one above them → rows of `channels` bytes per px, each behind the number of `kind`. */
  filter(kind: number, pixels: number, width: number, channels: number, rows: number, packed: number, out: number): void
  /** Finds the repeats of a block and counts its symbols; returns the number of its tokens. */
  parse(from: number, to: number): number
  /** Where the next bits go. */
  startAt(address: number): void
  /** Up to 16 bits, lowest first. */
  put(value: number, count: number): void
  /** The block parsed last, by the codes in the tables. */
  write(from: number, tokens: number): void
  /** The end of what was written, after filling up its last byte. */
  finish(): number
}

const PAGE = 65_536
const LENGTHS = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
]

/** One for all threads and exports of the page: what the browser learns of its speed is learnt once. */
let code: WebAssembly.Module | null | undefined

/** `null` in a browser without vectors, or without memory for code: the twin makes the same file, only later. */
export function kernelCode(): WebAssembly.Module | null {
  try {
    code ??= new WebAssembly.Module(compiled)
  } catch {
    code = null
  }
  return code
}

export function createKernel(code = kernelCode()): Kernel {
  const kernel = code ? run(code) : createTwin()
  reserve(kernel, PAGE)
  const { buffer } = kernel.memory
  new Uint16Array(buffer, LENGTH_BASES, LENGTHS.length).set(LENGTHS)
  const symbols = new Uint8Array(buffer, LENGTH_SYMBOLS, MAX_MATCH + 1)
  for (let length = 3; length <= MAX_MATCH; length++)
    symbols[length] = LENGTHS.findLastIndex((shortest) => shortest <= length)
  return kernel
}

function run(code: WebAssembly.Module): Kernel {
  const { exports } = new WebAssembly.Instance(code)
  return exports as unknown as Kernel // what kernel.assembly.ts exports; twin.test.ts calls each of them
}

/** So many bytes at least; earlier views of the memory are void afterwards. */
export function reserve({ memory }: Kernel, bytes: number) {
  const missing = Math.ceil((bytes - memory.buffer.byteLength) / PAGE)
  if (missing > 0) memory.grow(missing)
}
