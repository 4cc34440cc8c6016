/** Reads a photo's size and transparency from its header, so that a huge file is refused without decoding it. */
import type { Size } from '#client/kit/base/geometry.ts'
import { type ByteView, viewBytes } from './byteView.ts'
import type { ImageType } from './sniff.ts'

/** What a photo's header tells without decoding: its size in px and whether it may be transparent. */
export interface Header extends Size {
  /** False when the header rules out transparency; true = only the pixels can tell. */
  mayHaveAlpha: boolean
}

/** Returns the header; null when it is incomplete or inconsistent. The size is as stored, before EXIF orientation. */
export function readHeader(type: Exclude<ImageType, 'heic'>, bytes: Uint8Array): Header | null {
  const header = READERS[type](viewBytes(bytes))
  return header && header.width > 0 && header.height > 0 ? header : null
}

const READERS = { jpeg: readJpeg, png: readPng, webp: readWebp }

/** Walks the marker segments to the frame header, SOF0-SOF15 (ITU-T T.81, B.2.2). */
function readJpeg({ bytes, view }: ByteView): Header | null {
  let at = 2
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return null
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at++ // fill byte before a marker
    } else if (isFrameHeader(marker)) {
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7), mayHaveAlpha: false }
    } else {
      at += 2 + view.getUint16(at + 2)
    }
  }
  return null
}

/** C4, C8 and CC lie in the range but are tables (DHT, JPG, DAC). */
const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** IHDR comes first; transparency of types 0, 2 and 3 needs a tRNS chunk before the first IDAT (PNG spec 5.6). */
function readPng(file: ByteView): Header | null {
  const { bytes, view, fourCc } = file
  if (bytes.length < 33 || view.getUint32(8) !== 13 || fourCc(12) !== 'IHDR') return null
  const size = { width: view.getUint32(16), height: view.getUint32(20) }
  const hasAlphaChannel = (view.getUint8(25) & 4) !== 0
  return { ...size, mayHaveAlpha: hasAlphaChannel || hasTransparencyChunk(file) }
}

function hasTransparencyChunk({ bytes, view, fourCc }: ByteView): boolean {
  let at = 8
  while (at + 12 <= bytes.length) {
    const name = fourCc(at + 4)
    if (name === 'tRNS') return true
    if (name === 'IDAT') return false
    at += 12 + view.getUint32(at)
  }
  return false
}

/** VP8 is opaque; VP8L and VP8X may have alpha, and their flags are hints only (RFC 9649, 2.7 and 3.4). */
function readWebp({ bytes, view, fourCc }: ByteView): Header | null {
  if (bytes.length < 30) return null
  switch (fourCc(12)) {
    case 'VP8 ':
      return {
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
        mayHaveAlpha: false,
      }
    case 'VP8L': {
      const bits = view.getUint32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, mayHaveAlpha: true }
    }
    case 'VP8X':
      return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1, mayHaveAlpha: true }
    default:
      return null
  }
}

const uint24 = (view: DataView, at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
