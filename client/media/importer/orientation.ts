/**
 * EXIF orientation of PNG and WebP files. Engines agree on JPEG's and turn it themselves; of the other two, some turn
 * neither, some one, so here it is read, hidden from the engine, and applied by ourselves: never twice.
 */
import { chunksOf } from '#client/kit/base/png/chunks.ts'
import { viewBytes } from './byteView.ts'
import { type Orientation, readTiffOrientation } from './exif.ts'
import type { ImageType } from './sniff.ts'

export interface Turned {
  orientation: Exclude<Orientation, 1>
  /** The same file without a word on it. */
  hidden: Blob
}

/** Null where the engine's decoder is right, or nothing is to be turned. */
export function findTurned(type: ImageType, file: Uint8Array<ArrayBuffer>): Turned | null {
  switch (type) {
    case 'png':
      return inPng(file)
    case 'webp':
      return inWebp(file)
    case 'jpeg':
    case 'heic':
      return null
  }
}

/** Without the chunk: engines may mind one whose name does not go with its checksum (PNG spec, 11.3.2.7). */
function inPng(file: Uint8Array<ArrayBuffer>): Turned | null {
  for (const { name, data, from, to } of chunksOf(file)) {
    if (name !== 'eXIf') continue
    const orientation = readTiffOrientation(data)
    if (orientation === 1) return null
    return { orientation, hidden: new Blob([file.subarray(0, from), file.subarray(to)], { type: 'image/png' }) }
  }
  return null
}

/** With the chunk under a name that decoders skip (RFC 9649, 2.7.1.6). */
function inWebp(file: Uint8Array<ArrayBuffer>): Turned | null {
  const { view, fourCc } = viewBytes(file)
  for (let at = 12; at + 8 <= file.length; ) {
    const size = view.getUint32(at + 4, true)
    if (fourCc(at) === 'EXIF') {
      const orientation = readTiffOrientation(file.subarray(at + 8, at + 8 + size))
      if (orientation === 1) return null
      return {
        orientation,
        hidden: new Blob([file.subarray(0, at), 'skip', file.subarray(at + 4)], { type: 'image/webp' }),
      }
    }
    at += 8 + size + (size & 1)
  }
  return null
}
