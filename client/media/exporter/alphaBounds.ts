import type { Rect } from '#client/kit/base/geometry.ts'
import { err, ok, type Result } from '#client/kit/base/result.ts'
import type { ExportError } from './formats/format.ts'
import type { PixelSource } from './pixelSource.ts'
import { eachStrip } from './strips/paintStrips.ts'

/**
 * Returns the bounding box of all pixels with alpha above 0, px of the source. Fails with 'no-subject' if all pixels
 * are transparent, with 'aborted', or with 'context-lost'.
 */
export async function alphaBounds(source: PixelSource, signal: AbortSignal): Promise<Result<Rect, ExportError>> {
  const { width } = source.size
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, -1, -1, -1]
  const painted = await eachStrip(source, { signal }, (rgba, strip) => {
    for (let row = 0; row < strip.rows; row++) {
      const alpha = 4 * row * width + 3
      let first = 0
      while (first < width && rgba[alpha + 4 * first] === 0) first++
      if (first === width) continue
      let last = width - 1
      while (rgba[alpha + 4 * last] === 0) last--
      const y = strip.y + row
      if (top < 0) top = y
      bottom = y
      left = Math.min(left, first)
      right = Math.max(right, last)
    }
    return null
  })
  if (!painted.ok) return painted
  if (top < 0) return err('no-subject')
  return ok({ x: left, y: top, width: right - left + 1, height: bottom - top + 1 })
}
