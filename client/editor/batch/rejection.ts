import { isAccepted } from '../../media/importer/formats.ts'
import { PHOTO_LIMITS } from '../../media/importer/importer.ts'

/** Returns why a file is not kept at all; null = it is. */
export function rejection(file: File): string | null {
  if (!isAccepted(file)) return 'unsupported-type'
  if (file.size === 0) return 'empty'
  return file.size > PHOTO_LIMITS.maxBytes ? 'photo-too-large' : null
}
