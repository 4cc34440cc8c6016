/** The page of the HEIC benchmark: converts a photo, and compares it with the reference image. */
import { PHOTO_LIMITS } from '#client/media/importer/importer.ts'
import { importImage } from '#client/media/importer/importImage.ts'

interface Conversion {
  /** The error, or null if the photo was converted. */
  error: string | null
  ms: number
  /** Time until the thumbnail is available. Null if the file has no thumbnail. */
  previewMs: number | null
  /** Mean difference from the reference, 0..255. */
  difference: number
}

/**
 * Converts the photo at a URL and compares it with the image at /bench-photo. Returns the times (ms) and the mean
 * difference of the bytes, or the error.
 */
export async function convert(url: string): Promise<Conversion> {
  const file = new File([await (await fetch(url)).blob()], 'photo.heic')
  const started = performance.now()
  let previewMs: number | null = null
  const imported = await importImage(file, {
    limits: PHOTO_LIMITS,
    signal: new AbortController().signal,
    consentToConvert: async () => true,
    onPreview() {
      previewMs = Math.round(performance.now() - started)
    },
  })
  const ms = performance.now() - started
  if (!imported.ok) return { error: imported.error, ms, previewMs, difference: Number.NaN }
  const reference = await createImageBitmap(await (await fetch('/bench-photo')).blob())
  const [a, b] = [imported.value.bitmap, reference].map((bitmap) => pixelsAt(bitmap, reference))
  imported.value.bitmap.close()
  const sum = (a ?? []).reduce((total, value, i) => total + Math.abs(value - (b?.[i] ?? 0)), 0)
  return { error: null, ms, previewMs, difference: sum / (a?.length ?? 1) }
}

/** Returns the RGBA bytes of an image drawn at this size. */
function pixelsAt(bitmap: ImageBitmap, { width, height }: ImageBitmap): number[] {
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (!context) throw new Error('no 2D context')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  return [...context.getImageData(0, 0, width, height).data]
}
