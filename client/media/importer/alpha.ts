import { err, ok, type Result } from '#client/kit/base/result.ts'
import { yieldToMessages } from '#client/kit/base/scheduling.ts'

/** Number of pixels per step: 4 MB of memory and a few ms. */
const SCAN_PIXELS = 1 << 20

/**
 * Returns true if any pixel of the bitmap is translucent. Reads the bitmap in parts through a small canvas, which
 * premultiplies colours but never changes alpha. Fails with 'aborted'.
 */
export async function hasTranslucency(bitmap: ImageBitmap, signal: AbortSignal): Promise<Result<boolean, 'aborted'>> {
  const width = Math.min(bitmap.width, 4096)
  const rows = Math.max(1, Math.floor(SCAN_PIXELS / width))
  const canvas = new OffscreenCanvas(width, Math.min(rows, bitmap.height))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return ok(true) // true is the safe answer: a needless alpha channel costs bytes, but a missing one loses pixels
  for (let y = 0; y < bitmap.height; y += rows) {
    for (let x = 0; x < bitmap.width; x += width) {
      const part = { width: Math.min(width, bitmap.width - x), height: Math.min(rows, bitmap.height - y) }
      context.clearRect(0, 0, part.width, part.height)
      context.drawImage(bitmap, x, y, part.width, part.height, 0, 0, part.width, part.height)
      if (isTranslucent(context.getImageData(0, 0, part.width, part.height).data)) return ok(true)
    }
    await yieldToMessages()
    if (signal.aborted) return err('aborted')
  }
  return ok(false)
}

/** Returns true if any pixel of RGBA bytes is translucent. */
export function isTranslucent(rgba: Uint8ClampedArray): boolean {
  for (let i = 3; i < rgba.length; i += 4) if (rgba[i] !== 255) return true
  return false
}
