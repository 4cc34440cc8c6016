/**
 * Reads the boxes of ISO base media files (ISO/IEC 14496-12, 4.2). All functions throw a RangeError for damaged data.
 */

export interface Box {
  type: string
  /** Content of the box without its header. */
  body: DataView
}

/** Maximum number of boxes in one box. Photos from phones have a few hundred properties. */
export const MAX_BOXES = 4096

/** Yields the boxes in a box. @throws RangeError if a size is damaged, or if there are too many boxes */
export function* boxesIn(view: DataView, from = 0): Generator<Box, void> {
  let count = 0
  for (let at = from; at + 8 <= view.byteLength; ) {
    if (count++ === MAX_BOXES) throw new RangeError('too many boxes')
    const short = view.getUint32(at)
    const header = short === 1 ? 16 : 8
    const size = short === 1 ? Number(view.getBigUint64(at + 8)) : short === 0 ? view.byteLength - at : short
    if (size < header) throw new RangeError(`box of ${size} bytes`)
    // in a truncated file, the last box is cut
    const length = Math.min(size, view.byteLength - at) - header
    yield { type: fourCc(view, at + 4), body: slice(view, at + header, length) }
    at += size
  }
}

export function find(boxes: Iterable<Box>, type: string): DataView | undefined {
  for (const box of boxes) if (box.type === type) return box.body
  return undefined
}

/** Returns a part of a view. @throws RangeError if the part isn't inside the view */
export function slice(view: DataView, at: number, length: number): DataView {
  if (at + length > view.byteLength) throw new RangeError(`${length} bytes from ${at} of ${view.byteLength}`)
  return new DataView(view.buffer, view.byteOffset + at, length)
}

export const bytesOf = (view: DataView) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength)

export const fourCc = (view: DataView, at: number) =>
  String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3))

/** Maximum length of a string, bytes. The longest string that this module compares is 44 bytes long. */
const MAX_TEXT = 64

/** Returns the text from byte `at` to the first zero byte, at most MAX_TEXT bytes. */
export function text(view: DataView | undefined, at: number): string {
  let out = ''
  for (let i = at; view && i < Math.min(view.byteLength, at + MAX_TEXT) && view.getUint8(i) !== 0; i++)
    out += String.fromCharCode(view.getUint8(i))
  return out
}
