/** Computes the hole to fill. Masks: one byte per pixel, row-major, 1 = set. */
import { nearestShare, type Point, type Size } from '#client/kit/geometry/geometry.ts'
import { cityBlockTransform, dilateSquare } from '#client/kit/pixels/morphology.ts'
import type { FillSettings } from './fillFields.ts'

/** Minimum coverage (of 255) of the px that belong to the hole before its dilation. */
const MIN_COVERAGE = 5
/**
 * Margin of the hole around the matte, relative to the longer side, because the subject casts light on its
 * surroundings.
 */
const MARGIN_SHARE = 0.006
const MIN_MARGIN = 3
/**
 * Maximum stored distance from the rim, px. In photos of up to 60,000 px per side, the opacity ramp is shorter than
 * this distance.
 */
const FAR = 255

/** A hole at the photo's size. All arrays are row-major. */
export interface FullSizeHole extends Size {
  /** One byte per px: 1 = the px is to be filled. */
  hole: Uint8Array
  /**
   * Opacity of the fill, one byte per px. The opacity increases from the hole's rim inwards over two thirds of the
   * margin, which hides the seam.
   */
  opacity: Uint8Array
  /**
   * Coverage of the cut-outs next to the hole. The hole's margin doesn't change them, and the fill doesn't copy from
   * them. Null when there is none, or when the hole is in such a cut-out.
   */
  kept: Uint8Array | null
}

/**
 * Returns the hole: all px that `coverage` covers, with a margin. `beside`: coverage of cut-outs that stay in place, or
 * null. Both arrays have one byte per px, row-major, 0 = not covered.
 */
export function fullSizeHole(coverage: Uint8Array, size: Size, beside: Uint8Array | null = null): FullSizeHole {
  const margin = Math.max(MIN_MARGIN, Math.round(MARGIN_SHARE * Math.max(size.width, size.height)))
  const hole = dilateSquare(coverage, size, margin, MIN_COVERAGE)
  const ramp = Math.ceil((2 * margin) / 3) + 1
  // To save memory, this array first holds the distances from the rim and later the opacity.
  const opacity = new Uint8Array(hole.length)
  for (let i = 0; i < hole.length; i++) if (hole[i]) opacity[i] = FAR
  cityBlockTransform(opacity, size)
  for (let i = 0; i < hole.length; i++) {
    const depth = opacity[i] ?? 0
    if (depth > 0) opacity[i] = depth === FAR ? 255 : Math.min(255, Math.floor((255 * depth) / ramp))
  }
  const isMargin = (i: number) => hole[i] === 1 && (coverage[i] ?? 0) < MIN_COVERAGE
  const kept = beside && coversMost(beside, isMargin) ? null : beside
  if (kept)
    for (let i = 0; i < hole.length; i++)
      if (isMargin(i)) opacity[i] = Math.round(((opacity[i] ?? 0) * (255 - (kept[i] ?? 0))) / 255)
  return { ...size, hole, opacity, kept }
}

/** Returns true when `coverage` covers more than half of the px where `isInside` returns true. */
function coversMost(coverage: Uint8Array, isInside: (i: number) => boolean): boolean {
  let excess = 0
  for (let i = 0; i < coverage.length; i++) if (isInside(i)) excess += (coverage[i] ?? 0) >= 128 ? 1 : -1
  return excess > 0
}

/**
 * Returns the coverage to fill, one byte per px of the photo, row-major: the matte, and 255 where a px center is within
 * a stroke's radius. Without strokes, returns `matte` itself, not a copy.
 */
export function fillCoverage(matte: Uint8Array, { width, height }: Size, { strokes }: FillSettings): Uint8Array {
  if (strokes.length === 0) return matte
  const coverage = matte.slice()
  for (const { size, points } of strokes) {
    const radius = size / 2
    for (const [i, to] of points.entries()) {
      const from = points[Math.max(0, i - 1)] ?? to
      const [left, right] = rangeOf(from.x, to.x, radius, width)
      const [top, bottom] = rangeOf(from.y, to.y, radius, height)
      for (let y = top; y < bottom; y++)
        for (let x = left; x < right; x++)
          if (squaredDistance(x + 0.5, y + 0.5, from, to) <= radius * radius) coverage[y * width + x] = 255
    }
  }
  return coverage
}

function rangeOf(a: number, b: number, radius: number, length: number): [first: number, end: number] {
  return [Math.max(0, Math.floor(Math.min(a, b) - radius)), Math.min(length, Math.ceil(Math.max(a, b) + radius))]
}

function squaredDistance(x: number, y: number, from: Point, to: Point): number {
  const share = nearestShare(x, y, from, to)
  return (x - from.x - share * (to.x - from.x)) ** 2 + (y - from.y - share * (to.y - from.y)) ** 2
}
