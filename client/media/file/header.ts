/**
 * Reads a photo's size, transparency and EXIF orientation from its file, without decoding it. All browsers apply the
 * orientation of a JPEG, but not all apply that of a PNG or WebP. So the importer removes the orientation from such a
 * file before decoding, and applies it itself.
 */
import { textOf, viewOf } from '#client/kit/base/bytes.ts'
import type { Size } from '#client/kit/base/geometry.ts'
import { dataOf, partsOf } from './fileParts.ts'
import type { PlainType } from './sniff.ts'

/** Facts from the header of a photo's file. Width and height are in px. */
export interface Header extends Size {
  /** False if the header excludes transparency. If true, only the pixels show whether the photo is transparent. */
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

/** Returns a PNG's header, or null if the first chunk is not IHDR. A later IHDR could declare another size. */
export function readPng(bytes: Uint8Array): (Header & { colourType: number; isInterlaced: boolean }) | null {
  const { parts } = partsOf('png', bytes)
  const first = parts[0]
  if (first?.name !== 'IHDR' || first.from !== 8 || first.dataTo - first.dataFrom !== 13) return null
  const view = viewOf(bytes)
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  const [depth, colourType] = [view.getUint8(24), view.getUint8(25)]
  // Colour types 0, 2 and 3 are transparent only with a tRNS chunk (PNG spec, 5.6).
  const mayHaveAlpha = (colourType & 4) !== 0 || parts.some(({ name }) => name === 'tRNS')
  return { width, height, depth, colourType, mayHaveAlpha, isInterlaced: view.getUint8(28) === 1 }
}

/** Reads a WebP's header. VP8 is opaque. VP8L and VP8X may have alpha; their flags are hints (RFC 9649, 2.7, 3.4). */
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

/** The EXIF orientation of a PNG or WebP file, if the file is not upright. */
export interface StoredOrientation {
  orientation: Exclude<Orientation, 1>
  /** The file without its orientation, so that decoders cannot apply the orientation. */
  withoutOrientation: Blob
}

/**
 * Returns the orientation of a PNG or WebP file, and the same file without it. Null for upright files, and for JPEG,
 * because decoders apply its orientation. Removes the EXIF chunk from a PNG, because a renamed chunk would have a wrong
 * checksum. In a WebP, renames the chunk to a name that decoders skip (RFC 9649, 2.7.1.6).
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

/** Returns tag 0x0112 in the first directory of a TIFF block of either byte order; 1 for a missing or damaged block. */
export function readTiffOrientation(exif: Uint8Array): Orientation {
  const start = textOf(exif.subarray(0, 4)) === 'Exif' ? 6 : 0 // some encoders add the prefix that EXIF has in a JPEG
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
