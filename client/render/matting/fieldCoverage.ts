/** Parts of a matte as the distance field wants them: one byte per texel, at the matte's own size or smaller. */
import type { Coverage } from '#shaders/distance/encoding.ts'
import type { Rect } from '../../kit/base/geometry.ts'
import { grown, overlap } from '../../kit/base/rect.ts'
import type { MatteAsset } from '../../model/assets/store.ts'
import { texelsOf } from '../../model/assets/windowParts.ts'

/** Up to so many texels a matte is measured whole. */
const MAX_TEXELS = 1 << 21
/** The same for a subject that was moved: strips of an export then cut across it in any direction. */
const MAX_MOVED_TEXELS = 1 << 24

/** How a field measures a matte: halved `level` times, and the part of it in texels of that size. */
export interface FieldPlan {
  level: number
  rect: Rect
}

interface Surroundings {
  /** Texels around what is asked for that its distances depend on. */
  apron(texelsPerPx: number): number
  /** Where the subject is, photo px, if there is nothing beyond the photo's edge; null = the edge is the canvas'. */
  box: Rect | null
}

/**
 * The smallest matte that still has a texel per output px. When it is too large to be measured whole, the part that the
 * region (photo px, seen at `scale` output px each) and its apron need.
 */
export function planField(
  matte: { width: number; height: number },
  region: Rect,
  scale: number,
  { apron, box }: Surroundings,
): FieldPlan {
  const level = Math.max(0, Math.floor(Math.log2(1 / Math.min(1, scale)) + 1e-9))
  const density = 2 ** -level
  const by = apron(density)
  const photo = texelsOf({ x: 0, y: 0, width: matte.width, height: matte.height }, density)
  const whole = box ? grown(texelsOf(box, density), by) : photo
  const part = overlap(whole, grown(texelsOf(region, density), by)) ?? { ...whole, width: 1, height: 1 } // out of sight
  const [all, needed] = [whole.width * whole.height, part.width * part.height]
  // A moved subject comes from out of sight: measured whole, it needs no second field.
  const isWhole = box
    ? all <= MAX_TEXELS || (all <= MAX_MOVED_TEXELS && needed * 4 > all)
    : all <= MAX_TEXELS && needed * 2 > all
  return { level, rect: isWhole ? whole : part }
}

/** The mean of each square of 2^level matte px; squares at the right and lower edge may be cut. Nothing is beyond. */
export function coverageOf(matte: MatteAsset, { level, rect }: FieldPlan): Coverage {
  const { width, height, coverage } = matte
  const bytes = new Uint8Array(rect.width * rect.height)
  const side = 2 ** level
  const [firstX, firstY] = [Math.max(0, rect.x), Math.max(0, rect.y)]
  const endX = Math.min(rect.x + rect.width, Math.ceil(width / side))
  const endY = Math.min(rect.y + rect.height, Math.ceil(height / side))
  for (let y = firstY; y < endY; y++) {
    const row = (y - rect.y) * rect.width - rect.x
    const top = y * side
    const bottom = Math.min(height, top + side)
    if (level === 0) {
      if (endX > firstX) bytes.set(coverage.subarray(top * width + firstX, top * width + endX), row + firstX)
      continue
    }
    for (let x = firstX; x < endX; x++) {
      const left = x * side
      const right = Math.min(width, left + side)
      let sum = 0
      for (let v = top; v < bottom; v++) for (let u = left; u < right; u++) sum += coverage[v * width + u] ?? 0
      bytes[row + x] = Math.round(sum / ((right - left) * (bottom - top)))
    }
  }
  return { width: rect.width, height: rect.height, bytes }
}
