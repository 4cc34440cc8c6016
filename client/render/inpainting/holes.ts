/** Computes the hole to fill. Masks: one byte per pixel, row-major, 1 = set. */
import { nearestShare, type Point, type Size, sizeWithin } from '#client/kit/geometry/geometry.ts'
import { boxMean } from '#client/kit/pixels/boxMean.ts'
import { labelComponents } from '#client/kit/pixels/labelComponents.ts'
import { cityBlockTransform, dilateSquare, distanceInside } from '#client/kit/pixels/morphology.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import type { FillSettings } from './fillFields.ts'

/** Minimum coverage (of 255) of the pixels that belong to the hole before its dilation. */
const MIN_COVERAGE = 5
/** Maximum sum of the coverage of a hole and of a cutout that ends there: full coverage, and the rounding of both. */
const MAX_SUM = 257
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

/** Byte of the hole's pixels in front of cutouts that stay in place, such as a handbag in front of a person. */
export const IN_FRONT = 2

/** A hole at the photo's size. All arrays are row-major. */
export interface FullSizeHole extends Size {
  /** One byte per pixel: not 0 = the pixel is filled. `IN_FRONT` = it may be filled from cutouts. */
  hole: Uint8Array
  /**
   * Opacity of the fill, one byte per px. The opacity increases from the hole's rim inward over two thirds of the
   * margin, which hides the seam.
   */
  opacity: Uint8Array
  /**
   * Coverage of the cutouts next to the hole. The fill neither changes them nor copies from them, except for the parts
   * of the hole in front of them. Null when there is none.
   */
  kept: Uint8Array | null
}

const marginOf = ({ width, height }: Size): number =>
  Math.max(MIN_MARGIN, Math.round(MARGIN_SHARE * Math.max(width, height)))

/**
 * Returns the hole: all pixels that `coverage` covers, with a margin. `beside`: coverage of cutouts that stay in
 * place, or null. Both arrays have one byte per px, row-major, 0 = not covered.
 */
export function fullSizeHole(coverage: Uint8Array, size: Size, beside: Uint8Array | null = null): FullSizeHole {
  const margin = marginOf(size)
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
  if (!beside) return { ...size, hole, opacity, kept: null }
  markInFront(hole, coverage, beside, size)
  // where the object was erased inside the subject, the subject's matte covers the object
  const isShared = (i: number) => (coverage[i] ?? 0) >= MIN_COVERAGE && (coverage[i] ?? 0) + (beside[i] ?? 0) > MAX_SUM
  for (let i = 0; i < hole.length; i++)
    if (hole[i] === 1 && !isShared(i)) opacity[i] = Math.round(((opacity[i] ?? 0) * (255 - (beside[i] ?? 0))) / 255)
  return { ...size, hole, opacity, kept: beside }
}

/**
 * Adds shadows to a hole, with a soft edge. `cells`: the hole at the size of the solver's copy. `shadows`: the shadows
 * next to it at the same size. Masks: 1 = set.
 */
export function addShadows(
  { width, height, hole, opacity, kept }: FullSizeHole,
  { hole: cells, ...small }: Size & { hole: Uint8Array },
  shadows: Uint8Array,
): void {
  const all = Float32Array.from(shadows, (value, cell) => Number(value || cells[cell]))
  const share = boxMean(all, small, 1, 'repeat')
  // the hole's own edge fades out, so the cells next to a shadow become opaque
  const near = dilateSquare(shadows, small, Math.ceil((marginOf({ width, height }) * small.width) / width) + 1)
  const shareAt = (x: number, y: number) =>
    share[clamp(y, 0, small.height - 1) * small.width + clamp(x, 0, small.width - 1)] ?? 0
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      const [u, v] = [((x + 0.5) * small.width) / width, ((y + 0.5) * small.height) / height]
      const cell = Math.floor(v) * small.width + Math.floor(u)
      if (!near[cell] || (!shadows[cell] && hole[at] !== 1)) continue
      const [left, top] = [Math.floor(u - 0.5), Math.floor(v - 0.5)]
      const [a, b] = [u - 0.5 - left, v - 0.5 - top]
      const above = shareAt(left, top) * (1 - a) + shareAt(left + 1, top) * a
      const below = shareAt(left, top + 1) * (1 - a) + shareAt(left + 1, top + 1) * a
      const own = clamp(2 * (above * (1 - b) + below * b) - 1, 0, 1) * (255 - (kept?.[at] ?? 0))
      hole[at] ||= 1
      opacity[at] = Math.max(opacity[at] ?? 0, Math.round(own))
    }
}

/** Longer side of the reduced masks that decide which parts of a hole are in front of cutouts, px. */
const FRONT_SIDE = 256
/**
 * Minimum share of a part of the hole, without its margin, that the continued cutouts must cover if the part was in
 * front.
 */
const FRONT_SHARE = 0.1
/** If the cutouts are more than this share of a part's rim, the part was in front of them. */
const FRONT_RIM = 0.5
/** Radius of the square whose majority continues the cutouts, relative to half the thickness of the part. */
const MAJORITY_SHARE = 0.7
const MIN_MAJORITY = 3
/** Maximum number of steps in which the cutouts are continued. */
const MAX_STEPS = 40

/**
 * Sets the bytes of the parts of the hole in front of the cutouts to IN_FRONT. Continues the cutouts into the hole
 * where they surround a pixel: from a contour that the hole has cut into, but not from a contour that ends at the hole.
 */
function markInFront(hole: Uint8Array, coverage: Uint8Array, kept: Uint8Array, size: Size): void {
  const small = sizeWithin(size, FRONT_SIDE)
  const columns = Int32Array.from({ length: size.width }, (_, x) => Math.floor((x * small.width) / size.width))
  const forEachPixel = (call: (at: number, cell: number) => void) => {
    for (let y = 0, at = 0; y < size.height; y++) {
      const row = Math.floor((y * small.height) / size.height) * small.width
      for (let x = 0; x < size.width; x++) call(at++, row + (columns[x] ?? 0))
    }
  }
  const inside = new Uint8Array(small.width * small.height)
  /** 1 = without the margin, which is over the cutouts even where the hole only touches them. */
  const isCore = new Uint8Array(inside.length)
  const excess = new Int32Array(inside.length)
  forEachPixel((at, cell) => {
    if ((coverage[at] ?? 0) >= MIN_COVERAGE) isCore[cell] = 1
    if (hole[at]) inside[cell] = 1
    else excess[cell] = (excess[cell] ?? 0) + ((kept[at] ?? 0) >= 128 ? 1 : -1)
  })
  const isKept = inside.map((isHole, cell) => Number(!isHole && (excess[cell] ?? 0) > 0))
  const { labels, areas } = labelComponents({ ...small, inside })
  const depth = distanceInside(inside, small)
  const isInFront = areas.map((_, i) => {
    const part = [...labels.keys()].filter((cell) => labels[cell] === i + 1)
    const half = part.reduce((most, cell) => Math.max(most, depth[cell] ?? 0), 0)
    const reach = Math.max(MIN_MAJORITY, Math.round(MAJORITY_SHARE * half))
    const near = dilateSquare(
      Uint8Array.from(labels, (label) => Number(label === i + 1)),
      small,
      1,
    )
    const rim = [...near.keys()].filter((cell) => near[cell] && !inside[cell])
    const isSurrounded = rim.filter((cell) => isKept[cell]).length > FRONT_RIM * rim.length
    const inCore = (cells: readonly number[]) => cells.filter((cell) => isCore[cell]).length
    return isSurrounded || inCore(continuedCells(isKept, part, small, reach)) >= FRONT_SHARE * inCore(part)
  })
  if (!isInFront.includes(true)) return
  forEachPixel((at, cell) => {
    if (hole[at] && isInFront[(labels[cell] ?? 0) - 1]) hole[at] = IN_FRONT
  })
}

/** Returns the pixels of `part` that the mask covers after it has grown into the part. */
function continuedCells(mask: Uint8Array, part: readonly number[], size: Size, reach: number): number[] {
  const grown = new Float32Array(mask)
  let rest = part
  for (let step = 0; step < MAX_STEPS; step++) {
    const share = boxMean(grown, size, reach, 'clip')
    const next = rest.filter((at) => (share[at] ?? 0) <= 0.5)
    if (next.length === rest.length) break
    for (const at of rest) if ((share[at] ?? 0) > 0.5) grown[at] = 1
    rest = next
  }
  return part.filter((at) => grown[at])
}

/**
 * Returns the coverage to fill, one byte per px of the photo, row-major: the matte, and 255 where a pixel's center is
 * within a stroke's radius. Without strokes, returns `matte` itself, not a copy.
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
