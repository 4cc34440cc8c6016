/** What of a photo is to be filled, at its full size. */
import type { Size } from '../../kit/base/geometry.ts'
import { cityBlockTransform, dilate } from './holes.ts'

/** Less coverage than this is no subject, of 255. */
const MIN_COVERAGE = 5
/** The hole is larger than the matte by this share of the longer side: light of the subject falls on its surroundings. */
const MARGIN_SHARE = 0.006
const MIN_MARGIN = 3
/** A greater distance from the rim is not told; the ramp of the opacity is shorter in photos of up to 60,000 px. */
const FAR = 255

/** What is to be filled, at the size of the photo; row-major. */
export interface FullSizeHole extends Size {
  /** 1 = to be filled. */
  hole: Uint8Array
  /**
   * Share of the fill by pixel, of 255; the rest is the photo. Grows from the hole's rim over two thirds of its margin,
   * which hides the seam.
   */
  opacity: Uint8Array
}

/**
 * Returns the pixels of a photo that are to be filled: everything that `coverage` covers, with a margin around it.
 * `coverage`: one byte per px, row-major, 0 = keep.
 */
export function fullSizeHole(coverage: Uint8Array, size: Size): FullSizeHole {
  const margin = Math.max(MIN_MARGIN, Math.round(MARGIN_SHARE * Math.max(size.width, size.height)))
  const hole = dilate(coverage, size, margin, MIN_COVERAGE)
  const ramp = Math.ceil((2 * margin) / 3) + 1
  // First the distance from the rim, then the opacity: a large photo has room for few arrays of its size.
  const opacity = new Uint8Array(hole.length)
  for (let i = 0; i < hole.length; i++) if (hole[i]) opacity[i] = FAR
  cityBlockTransform(opacity, size)
  for (let i = 0; i < hole.length; i++) {
    const depth = opacity[i] ?? 0
    if (depth > 0) opacity[i] = depth === FAR ? 255 : Math.min(255, Math.floor((255 * depth) / ramp))
  }
  return { ...size, hole, opacity }
}
