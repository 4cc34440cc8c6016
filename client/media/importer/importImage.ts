/** Imports an image file from the user's device. The file never leaves the device. */
import { readBytes } from '#client/kit/bytes/bytes.ts'
import { sha256 } from '#client/kit/bytes/sha256.ts'
import { err, ok, type Result } from '#client/kit/values/result.ts'
import { partsOf } from '../file/fileParts.ts'
import { type ImageType, isAccepted, MIME, sniff } from '../file/sniff.ts'
import { completeFile } from './completeFile.ts'
import { decode } from './decode.ts'
import { convertHeic } from './heic/convertHeic.ts'
import { isHeicComplete } from './heic/heicMeta.ts'
import type { ImportError, ImportedImage, ImportOptions } from './importer.ts'

/**
 * Decodes a JPEG, PNG, WebP or HEIC file to an upright bitmap with straight alpha, in sRGB or Display P3 (see
 * `options`). The caller owns the bitmap. Fails with any ImportError.
 */
export async function importImage(file: File, options: ImportOptions): Promise<Result<ImportedImage, ImportError>> {
  const { limits, signal } = options
  if (!isAccepted(file)) return err('unsupported-type')
  if (file.size > limits.maxBytes) return err('too-large')

  const read = await readBytes(file)
  if (signal.aborted) return err('aborted')
  if (!read) return err('unreadable')
  const type = sniff(read)
  if (!type) return err(read.length > 0 ? 'wrong-content' : 'decode-failed')
  const bytes = isComplete(type, read) ? read : type === 'heic' ? null : await completeFile(type, read, limits)
  if (signal.aborted) return err('aborted')
  if (!bytes) return err('decode-failed')

  const content = await sha256(bytes)
  if (signal.aborted) return err('aborted')
  // holds the bytes in memory, because the file on the disk may change or be deleted
  const blob = new Blob([bytes], { type: MIME[type] })
  const picture = await (type === 'heic' ? convertHeic(bytes, blob, options) : decode({ type, bytes, blob }, options))
  return picture.ok ? ok({ ...picture.value, name: file.name, type, sha256: content }) : picture
}

/**
 * Returns false if the file is shorter than its structure declares. Browsers handle incomplete photos differently. Some
 * reject them, others show the missing part in black. Chromium rejects all files that this function calls incomplete.
 * `completeFile` repairs an incomplete file if it contains all pixels.
 */
export const isComplete = (type: ImageType, bytes: Uint8Array): boolean =>
  type === 'heic' ? isHeicComplete(bytes) : partsOf(type, bytes).isComplete
