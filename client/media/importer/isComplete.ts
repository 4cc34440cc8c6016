/**
 * Checks whether a file is complete. Engines differ for a photo whose download was interrupted: one refuses the photo,
 * another shows the missing part black. Chromium refuses every file that this check refuses.
 */
import { type ByteView, viewBytes } from './byteView.ts'
import type { ImageType } from './sniff.ts'

/**
 * Returns false when the file ends before its structure says; for example, when a JPEG has no end marker. `bytes`: the
 * whole file.
 */
export const isComplete = (type: ImageType, bytes: Uint8Array): boolean => READERS[type](viewBytes(bytes))

const READERS: Record<ImageType, (file: ByteView) => boolean> = { jpeg, png, webp, heic }

const [SOS, EOI, TEM] = [0xda, 0xd9, 0x01]
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7

/** Walks the segments and scans to the EOI marker. EOI markers of thumbnails are within segments (ITU-T T.81, B.1). */
function jpeg(file: ByteView): boolean {
  const { bytes, view } = file
  let at = 2
  while (true) {
    at = nextMarker(bytes, at)
    if (at < 0) return false
    const marker = view.getUint8(at + 1)
    if (marker === EOI) return true
    if (marker === TEM || isRestart(marker)) at += 2
    else if (at + 4 > bytes.length) return false
    else at += 2 + view.getUint16(at + 2)
    if (marker === SOS) at = endOfScan(file, at)
  }
}

/**
 * Returns the index of the next marker, -1 if there is none. Skips fill bytes (0xff) and stuffed data bytes (0xff00).
 */
function nextMarker(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(0xff, from)
  while (at >= 0 && (bytes[at + 1] === 0xff || bytes[at + 1] === 0)) at = bytes.indexOf(0xff, at + 1)
  return at + 1 < bytes.length ? at : -1
}

function endOfScan({ bytes, view }: ByteView, from: number): number {
  let at = nextMarker(bytes, from)
  while (at >= 0 && isRestart(view.getUint8(at + 1))) at = nextMarker(bytes, at + 2)
  return at < 0 ? bytes.length : at
}

/** Walks the chunks up to IEND. The checksum of IEND may be missing, because decoders do not need it. */
function png({ bytes, view, fourCc }: ByteView): boolean {
  for (let at = 8; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) if (fourCc(at + 4) === 'IEND') return true
  return false
}

/** Compares the file's length with the RIFF header, which gives the number of bytes after the first eight. */
function webp({ bytes, view }: ByteView): boolean {
  return bytes.length >= 8 + view.getUint32(4, true)
}

/** Checks that the boxes of the picture end within the file (ISO/IEC 14496-12, 4.2). Other boxes are ignored. */
function heic({ bytes, view, fourCc }: ByteView): boolean {
  for (let at = 0; at + 16 <= bytes.length; ) {
    const size = view.getUint32(at) === 1 ? Number(view.getBigUint64(at + 8)) : view.getUint32(at)
    if (size < 8) break // 0: up to the end of the file
    if (['meta', 'mdat', 'idat'].includes(fourCc(at + 4)) && at + size > bytes.length) return false
    at += size
  }
  return true
}
