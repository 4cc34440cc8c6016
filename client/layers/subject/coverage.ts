/** Parts of a matte as the distance field wants them: one byte per texel, at the matte's own size or smaller. */
import type { Coverage } from '#shaders/distance/encoding.ts'
import type { MatteAsset } from '../../assets/store.ts'
import type { Rect } from '../../base/geometry.ts'

/** A preview's field need not hold more texels than this: its matte is halved until it fits. */
const MAX_TEXELS = 1 << 21

/** How a field measures a matte: halved `level` times, and the part of it in texels of that size. */
export interface FieldPlan {
  level: number
  rect: Rect
}

/**
 * The smallest matte that still has a texel per output px. When it is too large to be measured whole, the part that the
 * region and its apron need; `apron` in texels.
 */
export function planField(
  matte: { width: number; height: number },
  region: Rect,
  scale: number,
  apron: (texelsPerPx: number) => number,
): FieldPlan {
  const level = Math.max(0, Math.floor(Math.log2(1 / Math.min(1, scale)) + 1e-9))
  const density = 2 ** -level
  const whole = { x: 0, y: 0, width: Math.ceil(matte.width * density), height: Math.ceil(matte.height * density) }
  const by = apron(density)
  const x = Math.max(0, Math.floor(region.x * density) - by)
  const y = Math.max(0, Math.floor(region.y * density) - by)
  const right = Math.min(whole.width, Math.ceil((region.x + region.width) * density) + by)
  const bottom = Math.min(whole.height, Math.ceil((region.y + region.height) * density) + by)
  const part = { x, y, width: Math.max(1, right - x), height: Math.max(1, bottom - y) }
  const isSmall = whole.width * whole.height <= MAX_TEXELS
  return { level, rect: isSmall && part.width * part.height * 2 > whole.width * whole.height ? whole : part }
}

/** The mean of each square of 2^level matte px; squares at the right and lower edge may be cut. */
export function coverageOf(matte: MatteAsset, { level, rect }: FieldPlan): Coverage {
  const { width, height, coverage } = matte
  const bytes = new Uint8Array(rect.width * rect.height)
  const side = 2 ** level
  for (let y = 0; y < rect.height; y++) {
    const top = (rect.y + y) * side
    const bottom = Math.min(height, top + side)
    if (level === 0) {
      const from = top * width + rect.x
      bytes.set(coverage.subarray(from, from + rect.width), y * rect.width)
      continue
    }
    for (let x = 0; x < rect.width; x++) {
      const left = (rect.x + x) * side
      const right = Math.min(width, left + side)
      let sum = 0
      for (let v = top; v < bottom; v++) for (let u = left; u < right; u++) sum += coverage[v * width + u] ?? 0
      bytes[y * rect.width + x] = Math.round(sum / ((right - left) * (bottom - top)))
    }
  }
  return { width: rect.width, height: rect.height, bytes }
}
