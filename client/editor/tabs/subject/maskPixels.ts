import type { Rect } from '../../../kit/base/geometry.ts'
import type { Matte } from '../../../media/segmenter/segmenter.ts'

/** The visible part of the photo: device px per photo px, and the photo px at the screen's top left corner. */
export interface ScreenView {
  scale: number
  origin: { x: number; y: number }
}

/** Maximum number of samples along each side of a pixel. */
const MOST_SAMPLES = 4
/** Colour over everything except the subject. */
const TINT = { red: 255, green: 36, blue: 72, opacity: 0.55 }

/**
 * Returns straight RGBA of a part of the screen, device px, row-major. Each pixel averages the coverage in it. Pixels
 * outside the photo are transparent. Pure.
 */
export function maskPixels(
  { width, height, coverage }: Matte,
  { scale, origin }: ScreenView,
  part: Rect,
  look: 'overlay' | 'mask',
): Uint8ClampedArray<ArrayBuffer> {
  const to = new Uint8ClampedArray(4 * part.width * part.height)
  const samples = Math.min(MOST_SAMPLES, Math.max(1, Math.round(1 / scale)))
  const places = (start: number, count: number, from: number, length: number) =>
    Array.from({ length: count * samples }, (_, i) => {
      const place = Math.floor(from + (start + (i + 0.5) / samples) / scale)
      return place >= 0 && place < length ? place : -1
    })
  const columns = Int32Array.from(places(part.x, part.width, origin.x, width))
  const rows = places(part.y, part.height, origin.y, height)
  for (let y = 0; y < part.height; y++)
    for (let x = 0; x < part.width; x++) {
      let sum = 0
      let count = 0
      for (let v = 0; v < samples; v++) {
        const row = rows[y * samples + v] ?? -1
        for (let u = 0; u < samples; u++) {
          const column = columns[x * samples + u] ?? -1
          if (row < 0 || column < 0) continue
          sum += coverage[row * width + column] ?? 0
          count++
        }
      }
      if (count === 0) continue
      const value = sum / count
      const i = 4 * (y * part.width + x)
      if (look === 'mask') to.fill(value, i, i + 3)
      else {
        to[i] = TINT.red
        to[i + 1] = TINT.green
        to[i + 2] = TINT.blue
      }
      to[i + 3] = look === 'mask' ? 255 : TINT.opacity * (255 - value)
    }
  return to
}
