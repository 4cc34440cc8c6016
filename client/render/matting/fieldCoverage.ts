/** Samples a matte's coverage for a distance field: one byte per texel, at the matte's size or downsampled. */

import type { Rect } from '#client/kit/geometry/geometry.ts'
import { coveringRect, expandRect, intersection } from '#client/kit/geometry/rect.ts'
import type { MatteAsset } from '#client/model/assets/store.ts'
import type { CoverageTexels } from '#shaders/distance/encoding.ts'

/** Maximum size of a field that covers a whole matte or a moved subject, texels. */
const MAX_TEXELS = 1 << 21
/**
 * Maximum size of a field for a moved subject, texels. This size exceeds MAX_TEXELS, because export strips share the
 * field.
 */
const MAX_MOVED_TEXELS = 1 << 24

/** The part of a matte that a field covers: a mip level, and a rectangle in texels of this level. */
export interface FieldPlan {
  level: number
  rect: Rect
}

interface Surroundings {
  /** Returns the width of the border whose coverage affects the distances in a region, in texels. */
  apron(texelsPerPx: number): number
  /** Box of a moved subject in photo px. Null if the subject isn't moved. */
  box: Rect | null
}

/**
 * Plans a field on the coarsest mip level that has at least one texel per output px. `region`: photo px. `scale`:
 * output px per photo px. The field covers the region and its border (the apron), or more in two cases. First, for an
 * unmoved subject, the field covers the whole matte if the matte has at most MAX_TEXELS and the region with its border
 * needs more than half of the matte. Second, for a moved subject, the field covers the subject's box and apron if they
 * have at most MAX_TEXELS. With at most MAX_MOVED_TEXELS, the field covers them only if the region with its border
 * needs more than a quarter of them.
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
  const photo = coveringRect({ x: 0, y: 0, width: matte.width, height: matte.height }, density)
  const whole = box ? expandRect(coveringRect(box, density), by) : photo
  // covers one texel if nothing is visible
  const part = intersection(whole, expandRect(coveringRect(region, density), by)) ?? { ...whole, width: 1, height: 1 }
  const [all, needed] = [whole.width * whole.height, part.width * part.height]
  // A moved subject may enter the view from any side. Within the limits, one field therefore covers the whole subject.
  const isWhole = box
    ? all <= MAX_TEXELS || (all <= MAX_MOVED_TEXELS && needed * 4 > all)
    : all <= MAX_TEXELS && needed * 2 > all
  return { level, rect: isWhole ? whole : part }
}

/**
 * Returns the coverage of `rect`, one byte per texel, row-major. `rect` is in texels of `level` and may exceed the
 * matte. Each value is the rounded mean of a square of 2^level px, clipped at the matte's edge. Values beyond the matte
 * are 0.
 */
export function downsampledCoverage(matte: MatteAsset, { level, rect }: FieldPlan): CoverageTexels {
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
