import type { Point, Rect, Size } from '../geometry/geometry.ts'

export function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/**
 * Returns a file's bytes. Returns null if the file was moved or deleted, or became unreadable after the user chose it.
 */
export const readBytes = (file: Blob): Promise<Uint8Array<ArrayBuffer> | null> =>
  file.arrayBuffer().then(
    (bytes) => new Uint8Array(bytes),
    () => null,
  )

/** Returns the bytes of ASCII or Latin-1 text. */
export const latin = (text: string): number[] => Array.from(text, (character) => character.charCodeAt(0))
/** Returns bytes as Latin-1 text: one character per byte. */
export function textOf(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += BLOCK) text += String.fromCharCode(...bytes.subarray(at, at + BLOCK))
  return text
}
/** Returns a file's bytes in base64. Rejects if the file can't be read. */
export const base64Of = async (file: Blob): Promise<string> => btoa(textOf(new Uint8Array(await file.arrayBuffer())))
/** Returns the low 16 bits of an integer as two bytes, most significant byte first. */
export const uint16 = (value: number): number[] => [(value >> 8) & 255, value & 255]
/** Returns a 32-bit integer as four bytes, most significant byte first. */
export const uint32 = (value: number): number[] => [...uint16(value >>> 16), ...uint16(value)]
/** Returns a JPEG segment (ITU-T T.81, B.1.1.4): marker 0xFF `marker`, length, ASCII `name`, data. */
export const jpegSegment = (marker: number, name: string, data: ArrayLike<number>): Uint8Array<ArrayBuffer> =>
  concatBytes([
    Uint8Array.of(0xff, marker, ...uint16(2 + name.length + data.length), ...latin(name)),
    Uint8Array.from(data),
  ])

/** Minimum end of a JFIF header, bytes: the start marker, and a segment without a thumbnail (JFIF 1.02). */
const MIN_JFIF_END = 20

/**
 * Returns the offset after a JPEG's JFIF header, which must be the first segment (JFIF 1.02). Other metadata may begin
 * there. Without a JFIF header, returns the offset after the start marker, which is 2. `jpeg`: the file, or its first
 * 20 bytes.
 */
export function jfifEnd(jpeg: Uint8Array): number {
  if (jpeg.length < MIN_JFIF_END || textOf(jpeg.subarray(2, 4)) !== '\xff\xe0') return 2
  const end = 4 + viewOf(jpeg).getUint16(4)
  return textOf(jpeg.subarray(6, 11)) === 'JFIF\0' && end >= MIN_JFIF_END ? end : 2
}

/** Returns a DataView over the same memory. */
export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Size of a block, bytes. Most systems use memory pages of this size. */
const BLOCK = 4096

/**
 * Returns a copy of the bytes without writing blocks of zeros. Operating systems don't allocate memory for unwritten
 * pages. So the mask of a small object in a large photo needs memory only for the object's rows.
 */
export function sparseCopy(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(bytes.length)
  const view = viewOf(bytes)
  for (let start = 0; start < bytes.length; start += BLOCK) {
    const end = Math.min(start + BLOCK, bytes.length)
    if (firstNonZero(view, start, end) < end) copy.set(bytes.subarray(start, end), start)
  }
  return copy
}

/**
 * Returns the index of the first byte above 0 in [start, end), or `end` if there is no such byte. Reads four bytes at a
 * time.
 */
function firstNonZero(bytes: DataView, start: number, end: number): number {
  let at = start
  while (at + 4 <= end && bytes.getUint32(at) === 0) at += 4
  while (at < end && bytes.getUint8(at) === 0) at++
  return at
}

/**
 * Returns the index after the last byte above 0 in [start, end), or `start` if there is no such byte. Reads four bytes
 * at a time.
 */
function endOfNonZero(bytes: DataView, start: number, end: number): number {
  let at = end
  while (at - 4 >= start && bytes.getUint32(at - 4) === 0) at -= 4
  while (at > start && bytes.getUint8(at - 1) === 0) at--
  return at
}

/**
 * Returns the bounding box of all bytes above 0 in a band of whole rows, or null if all bytes are 0. `array`:
 * row-major, one byte per px. `y`: the band's first row, by default 0.
 */
export function nonZeroBounds(array: Uint8Array, { y = 0, width, height }: Size & Partial<Point>): Rect | null {
  const bytes = viewOf(array)
  const [start, end] = [y * width, (y + height) * width]
  const first = firstNonZero(bytes, start, end)
  if (first === end) return null
  const top = Math.floor(first / width)
  const bottom = Math.ceil(endOfNonZero(bytes, start, end) / width)
  let [left, right] = [width, 0]
  for (let at = top * width; at < bottom * width; at += width) {
    left = firstNonZero(bytes, at, at + left) - at // reads only bytes outside the current box
    right = endOfNonZero(bytes, at + right, at + width) - at
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** Size of a page of WebAssembly memory, bytes. */
const WASM_PAGE = 65_536

/**
 * Grows the memory to at least `bytes` bytes. Does nothing if it is large enough. @throws RangeError when the browser
 * has no more memory
 */
export function growMemory(memory: WebAssembly.Memory, bytes: number): void {
  const missing = Math.ceil((bytes - memory.buffer.byteLength) / WASM_PAGE)
  if (missing > 0) memory.grow(missing)
}
