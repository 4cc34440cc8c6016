/**
 * EXIF orientation of PNG and WebP files. All engines apply the orientation of a JPEG. For PNG and WebP they differ, so
 * we read the orientation, remove it from the file that the engine decodes, and apply it ourselves: never twice.
 */
import { chunksOf } from '#client/kit/base/png/chunks.ts'
import { viewBytes } from './byteView.ts'
import { type Orientation, readTiffOrientation } from './exif.ts'
import type { ImageType } from './sniff.ts'

/** The EXIF orientation of a PNG or WebP file that is not upright. */
export interface StoredOrientation {
  orientation: Exclude<Orientation, 1>
  /** The same file without its orientation, for decoders that apply it themselves. */
  withoutOrientation: Blob
}

/**
 * Returns the orientation of a PNG or WebP file, and the same file without it. Null when the file is upright, and for
 * JPEG and HEIC, whose decoders apply the orientation.
 */
export function findOrientation(type: ImageType, file: Uint8Array<ArrayBuffer>): StoredOrientation | null {
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

/** Removes the eXIf chunk (PNG spec, 11.3.2.7). Renaming the chunk would make its checksum wrong. */
function inPng(file: Uint8Array<ArrayBuffer>): StoredOrientation | null {
  for (const { name, data, from, to } of chunksOf(file)) {
    if (name !== 'eXIf') continue
    const orientation = readTiffOrientation(data)
    if (orientation === 1) return null
    return {
      orientation,
      withoutOrientation: new Blob([file.subarray(0, from), file.subarray(to)], { type: 'image/png' }),
    }
  }
  return null
}

/** Renames the EXIF chunk to a name that decoders skip (RFC 9649, 2.7.1.6). */
function inWebp(file: Uint8Array<ArrayBuffer>): StoredOrientation | null {
  const { view, fourCc } = viewBytes(file)
  for (let at = 12; at + 8 <= file.length; ) {
    const size = view.getUint32(at + 4, true)
    if (fourCc(at) === 'EXIF') {
      const orientation = readTiffOrientation(file.subarray(at + 8, at + 8 + size))
      if (orientation === 1) return null
      return {
        orientation,
        withoutOrientation: new Blob([file.subarray(0, at), 'skip', file.subarray(at + 4)], { type: 'image/webp' }),
      }
    }
    at += 8 + size + (size & 1)
  }
  return null
}
