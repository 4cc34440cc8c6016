/**
 * Reads an image file without decoding it. One pass finds the segments and chunks that the importer reads. A file may
 * have millions of tiny parts, so the pass stores only these parts and stops after MAX_PARTS. Also reads the photo's
 * size, transparency and EXIF orientation. All browsers apply the orientation of a JPEG, but not all apply the
 * orientation of a PNG or WebP. The importer therefore removes the orientation from a PNG or WebP before decoding, and
 * then applies the orientation itself.
 */
import { textOf, viewOf } from '#client/kit/bytes/bytes.ts'
import type { Size } from '#client/kit/geometry/geometry.ts'
import { chunksOf } from '#client/kit/pixels/png/chunks.ts'
import { memoOn } from '#client/kit/values/identity.ts'
import type { PlainType } from './sniff.ts'

/** A segment or chunk of a file. All positions are byte offsets in the file. */
export interface FilePart {
  /** Name of the chunk. In a JPEG: 'SOF', 'APP1', 'APP2', 'APP11' or 'APP13'. */
  name: string
  from: number
  dataFrom: number
  dataTo: number
  /** Offset after the last byte, including checksum and padding. */
  to: number
}

/** The parts of a file that the importer reads, in order. */
export interface FileParts {
  parts: readonly FilePart[]
  /**
   * False if the file is truncated or has too many parts. Chromium rejects such files, but `completeFile` completes
   * some.
   */
  isComplete: boolean
}

/** Maximum number of parts of a file. Sufficient for 256 MiB in chunks of 1 KiB. libpng writes chunks of 8 KiB. */
const MAX_PARTS = 2 ** 18
/** Maximum number of stored parts. A JPEG embeds a profile in at most 255 segments. */
const MAX_KEPT = 1024

/** Returns the parts of a file. Caches the result by `bytes`, which must not change. */
export const partsOf = (type: PlainType, bytes: Uint8Array): FileParts => WALKS[type](bytes)

/** Returns the parts with this name whose data begins with `prefix`. Their `dataFrom` is the offset after `prefix`. */
export const partsWith = (type: PlainType, bytes: Uint8Array, name: string, prefix: string): FilePart[] =>
  partsOf(type, bytes).parts.flatMap((part) => {
    const dataFrom = part.dataFrom + prefix.length
    const isFound = part.name === name && textOf(bytes.subarray(part.dataFrom, dataFrom)) === prefix
    return isFound && dataFrom <= part.dataTo ? [{ ...part, dataFrom }] : []
  })

/** Returns the data of the first part with this name, or null if there is none. */
export function dataOf<B extends Uint8Array>({ parts }: FileParts, bytes: B, name: string): B | null {
  const part = parts.find((one) => one.name === name)
  return part ? (bytes.subarray(part.dataFrom, part.dataTo) as B) : null
}

const WALKS = { jpeg: memoOn(walkJpeg), png: memoOn(walkPng), webp: memoOn(walkWebp) }

const [SOS, EOI] = [0xda, 0xd9]
const APP_NAMES = new Map([1, 2, 11, 13].map((n) => [0xe0 + n, `APP${n}`]))
/** Returns true for the markers of frames (ITU-T T.81, table B.1): C0 to CF without DHT, JPG and DAC. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/**
 * Reads the marker segments up to the first scan (ITU-T T.81, B.2.2). Like libjpeg, skips bytes between segments, fill
 * bytes before a marker and markers without a segment.
 */
function walkJpeg(bytes: Uint8Array): FileParts {
  const view = viewOf(bytes)
  const parts: FilePart[] = []
  let at = nextMarker(bytes, 2)
  for (let count = 0; count < MAX_PARTS && at >= 0 && at + 4 <= bytes.length; count++) {
    const marker = view.getUint8(at + 1)
    if (marker === SOS) return { parts, isComplete: hasEnd(bytes, at) }
    if (marker === EOI) break
    const to = at + 2 + (isLone(marker) ? 0 : view.getUint16(at + 2))
    const name = APP_NAMES.get(marker) ?? (isFrame(marker) ? 'SOF' : null)
    if (name && parts.push({ name, from: at, dataFrom: at + 4, dataTo: to, to }) > MAX_KEPT) break
    at = nextMarker(bytes, to)
  }
  return { parts, isComplete: false }
}

/** Returns true for TEM and RST0 to RST7, which have no segment (ITU-T T.81, table B.1). */
const isLone = (marker: number) => marker === 1 || (marker >= 0xd0 && marker <= 0xd7)

/** Returns the offset of the next marker: 0xff, and then a byte other than 0 and 0xff. Returns -1 at the end. */
function nextMarker(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(0xff, from)
  while (at >= 0 && (bytes[at + 1] === 0 || bytes[at + 1] === 0xff)) at = bytes.indexOf(0xff, at + 1)
  return at
}

/**
 * Maximum number of bytes to search for the end marker. Trailers after the marker, such as a phone's video, are
 * smaller.
 */
const MAX_TRAILER = 2 ** 25
/**
 * Maximum number of 0xd9 bytes that the search checks. MAX_TRAILER random bytes contain about this number of 0xd9
 * bytes.
 */
const MAX_CANDIDATES = 2 ** 17

/**
 * Returns true if there is an EOI marker after the start of the first scan. Only EOI markers of thumbnails are before
 * the scan. Searches backward from the end.
 */
function hasEnd(bytes: Uint8Array, scan: number): boolean {
  const from = Math.max(scan, bytes.length - MAX_TRAILER)
  const end = bytes.subarray(from)
  let at = end.lastIndexOf(EOI)
  for (let count = 0; at > 0 && count < MAX_CANDIDATES; count++) {
    if (end[at - 1] === 0xff) return true
    at = end.lastIndexOf(EOI, at - 1)
  }
  // If a limit stopped the search, returns true, because the browser's decoder also checks the file.
  return at > 0 || from > scan
}

const PNG_NAMES = [
  ...['IHDR', 'PLTE', 'tRNS', 'cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM'],
  ...['eXIf', 'pHYs', 'iTXt', 'caBX', 'gmAP', 'gdAT'],
]

function walkPng(bytes: Uint8Array): FileParts {
  const parts: FilePart[] = []
  for (const { name, from, to } of chunksOf(bytes)) {
    if (name === 'IEND') return { parts, isComplete: true }
    const isRead = PNG_NAMES.includes(name)
    if (isRead && parts.push({ name, from, dataFrom: from + 8, dataTo: to - 4, to }) > MAX_KEPT) break
  }
  return { parts, isComplete: false }
}

const WEBP_NAMES = ['VP8 ', 'VP8L', 'VP8X', 'ICCP', 'ALPH', 'EXIF', 'XMP ', 'C2PA']

/** Offset of the first chunk, after "RIFF", the length and "WEBP". */
const WEBP_CHUNKS = 12

/**
 * Returns the offset after the last chunk and its padding. The offset exceeds the file's length if the chunk is
 * truncated.
 */
export function webpChunksEnd(bytes: Uint8Array): number {
  const view = viewOf(bytes)
  let at = WEBP_CHUNKS
  for (let count = 0; count < MAX_PARTS && at + 8 <= bytes.length; count++) {
    const size = view.getUint32(at + 4, true)
    at += 8 + size + (size & 1)
  }
  return at
}

/** Reads the chunks (RFC 9649, 2.3). The RIFF header contains the number of bytes after the first eight. */
function walkWebp(bytes: Uint8Array): FileParts {
  const view = viewOf(bytes)
  const parts: FilePart[] = []
  let at = WEBP_CHUNKS
  let count = 0
  for (; count < MAX_PARTS && at + 8 <= bytes.length; count++) {
    const size = view.getUint32(at + 4, true)
    const name = textOf(bytes.subarray(at, at + 4))
    const to = at + 8 + size + (size & 1)
    const isRead = WEBP_NAMES.includes(name)
    if (isRead && parts.push({ name, from: at, dataFrom: at + 8, dataTo: at + 8 + size, to }) > MAX_KEPT) break
    at = to
  }
  const isWhole = bytes.length >= 12 && bytes.length >= 8 + view.getUint32(4, true)
  return { parts, isComplete: isWhole && parts.length <= MAX_KEPT && count < MAX_PARTS }
}

/** Facts from the header of a photo's file. Width and height are in px. */
export interface Header extends Size {
  /**
   * False if the header excludes transparency. If it is true, only the pixels show whether the photo is transparent.
   */
  mayHaveAlpha: boolean
  /** Bits per sample. */
  depth: number
}

/** Returns the header, or null if it is incomplete or inconsistent. The size is before EXIF orientation. */
export function readHeader(type: PlainType, bytes: Uint8Array): Header | null {
  const header = READERS[type](bytes)
  return header && header.width > 0 && header.height > 0 ? header : null
}

const READERS = { jpeg: readJpeg, png: readPng, webp: readWebp }

/** Reads the frame header, SOF0-SOF15 (ITU-T T.81, B.2.2). */
function readJpeg(bytes: Uint8Array): Header | null {
  const frame = dataOf(partsOf('jpeg', bytes), bytes, 'SOF')
  if (!frame || frame.length < 5) return null
  const view = viewOf(frame)
  return { height: view.getUint16(1), width: view.getUint16(3), mayHaveAlpha: false, depth: view.getUint8(0) }
}

/** Returns a PNG's header, or null if the first chunk is not IHDR. A later IHDR could declare a different size. */
export function readPng(bytes: Uint8Array): (Header & { colorType: number; isInterlaced: boolean }) | null {
  const { parts } = partsOf('png', bytes)
  const first = parts[0]
  if (first?.name !== 'IHDR' || first.from !== 8 || first.dataTo - first.dataFrom !== 13) return null
  const view = viewOf(bytes)
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  const [depth, colorType] = [view.getUint8(24), view.getUint8(25)]
  // With the color types 0, 2 and 3, only a tRNS chunk can make a PNG transparent (PNG spec, 5.6).
  const mayHaveAlpha = (colorType & 4) !== 0 || parts.some(({ name }) => name === 'tRNS')
  return { width, height, depth, colorType, mayHaveAlpha, isInterlaced: view.getUint8(28) === 1 }
}

/**
 * Reads a WebP's header. VP8 is opaque. VP8L and VP8X may have alpha, because their alpha flags are only hints (RFC
 * 9649, 2.7, 3.4).
 */
function readWebp(bytes: Uint8Array): Header | null {
  const first = partsOf('webp', bytes).parts[0]
  if (first?.from !== 12 || bytes.length < 30) return null
  const view = viewOf(bytes)
  switch (first.name) {
    case 'VP8 ': {
      const [width, height] = [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff]
      return { width, height, mayHaveAlpha: false, depth: 8 }
    }
    case 'VP8L': {
      const bits = view.getUint32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, mayHaveAlpha: true, depth: 8 }
    }
    case 'VP8X':
      return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1, mayHaveAlpha: true, depth: 8 }
    default:
      return null
  }
}

const uint24 = (view: DataView, at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)

/** Returns the EXIF orientation of a JPEG. */
export function jpegOrientation(file: Uint8Array): Orientation {
  const [exif] = partsWith('jpeg', file, 'APP1', 'Exif\0') // the byte after this name is padding of any value
  return exif ? readTiffOrientation(file.subarray(exif.dataFrom + 1, exif.dataTo)) : 1
}

/** The EXIF orientation of a PNG or WebP file, if the file is not upright. */
export interface StoredOrientation {
  orientation: Exclude<Orientation, 1>
  /** The file without its orientation, so that decoders cannot apply the orientation. */
  withoutOrientation: Blob
}

/**
 * Returns the orientation of a PNG or WebP file, and the same file without it. Returns null for upright files, and for
 * JPEG, because decoders apply its orientation. Removes the EXIF chunk from a PNG, because a renamed chunk would have a
 * wrong checksum. In a WebP, renames the chunk to a name that decoders skip (RFC 9649, 2.7.1.6).
 */
export function findOrientation(type: PlainType, file: Uint8Array<ArrayBuffer>): StoredOrientation | null {
  if (type === 'jpeg') return null
  const part = partsOf(type, file).parts.find(({ name }) => name === (type === 'png' ? 'eXIf' : 'EXIF'))
  const orientation = part ? readTiffOrientation(file.subarray(part.dataFrom, part.dataTo)) : 1
  if (!part || orientation === 1) return null
  const rest = type === 'png' ? [file.subarray(part.to)] : ['skip', file.subarray(part.from + 4)]
  const blob = new Blob([file.subarray(0, part.from), ...rest], { type: `image/${type}` })
  return { orientation, withoutOrientation: blob }
}

/** Value of the EXIF tag Orientation (Exif 2.3, tag 0x0112). 1 = upright, 2 to 8 = mirrored, rotated, or both. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

const ORIENTATION_TAG = 0x0112
const SHORT = 3

/**
 * Returns tag 0x0112 in the first directory of a TIFF block of either byte order. Returns 1 if the block is missing or
 * damaged, or doesn't contain a valid orientation.
 */
export function readTiffOrientation(exif: Uint8Array): Orientation {
  // some encoders also write the prefix that EXIF has in a JPEG
  const start = textOf(exif.subarray(0, 4)) === 'Exif' ? 6 : 0
  const tiff = exif.subarray(start)
  if (tiff.length < 14) return 1
  const view = viewOf(tiff)
  const little = tiff[0] === 0x49
  const directory = view.getUint32(4, little)
  if (directory + 2 > tiff.length) return 1
  const entries = view.getUint16(directory, little)
  for (let at = directory + 2, i = 0; i < entries && at + 12 <= tiff.length; i++, at += 12) {
    if (view.getUint16(at, little) !== ORIENTATION_TAG || view.getUint16(at + 2, little) !== SHORT) continue
    const value = view.getUint16(at + 8, little)
    return value >= 1 && value <= 8 ? (value as Orientation) : 1
  }
  return 1
}
