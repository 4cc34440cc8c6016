/** Names the size and the limit of a photo or an image that is too large. */
import { readBytes } from '#client/kit/bytes/bytes.ts'
import type { Size } from '#client/kit/geometry/geometry.ts'
import { MAX_PIXELS } from '#client/media/exporter/exportSettings.ts'
import { formatOf } from '#client/media/exporter/formats/registry.ts'
import { readHeader } from '#client/media/file/fileParts.ts'
import { sniff } from '#client/media/file/sniff.ts'
import { readMeta } from '#client/media/importer/heic/heicMeta.ts'
import { PHOTO_LIMITS } from '#client/media/importer/importer.ts'
import { pictureRect } from '#client/model/document/crop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import type { RenderJob, TooLarge } from '#server/contract/render.ts'

/** Returns the failure for a photo that exceeds PHOTO_LIMITS. */
export async function photoTooLarge(file: Blob): Promise<TooLarge> {
  const bytes = await readBytes(file)
  const type = bytes && sniff(bytes)
  const size = type && (type === 'heic' ? readMeta(bytes) : readHeader(type, bytes))
  const { maxSide, maxPixels } = PHOTO_LIMITS
  return { ok: false, error: 'photo-too-large', maxSide, maxPixels, ...(size && sizeIn(size)) }
}

/** Returns the failure for an image with these settings. */
export function imageTooLarge(document: DocumentSnapshot, { format, width, height }: RenderJob['settings']): TooLarge {
  const { maxSide } = formatOf(String(format))
  const size = width && height ? { width: Number(width), height: Number(height) } : pictureRect(document)
  return { ok: false, error: 'image-too-large', maxSide, maxPixels: MAX_PIXELS, ...sizeIn(size) }
}

const sizeIn = ({ width, height }: Size): Size => ({ width: Math.round(width), height: Math.round(height) })
