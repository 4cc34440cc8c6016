/** Applies an EXIF orientation to stored pixels. */

import type { Size } from '#client/kit/geometry/geometry.ts'
import type { Orientation } from './fileParts.ts'

/** Pixels as stored in a file before EXIF orientation: row-major RGBA, 8 bits, straight alpha. */
export interface StraightPixels extends Size {
  rgba: Uint8ClampedArray<ArrayBuffer>
}

/**
 * Canvas matrix (a b c d) per orientation. The matrix contains the directions of the stored x and y axes in the upright
 * image.
 */
const AXES: Record<Orientation, readonly [number, number, number, number]> = {
  1: [1, 0, 0, 1],
  2: [-1, 0, 0, 1],
  3: [-1, 0, 0, -1],
  4: [1, 0, 0, -1],
  5: [0, 1, 1, 0],
  6: [0, 1, -1, 0],
  7: [0, -1, -1, 0],
  8: [0, -1, 1, 0],
}

/**
 * Resolves with an upright bitmap and closes `stored`. Use it only for opaque images, because a canvas rounds
 * translucent colors. @throws Error if the browser can't create a canvas of this size
 */
export async function orientBitmap(stored: ImageBitmap, orientation: Orientation): Promise<ImageBitmap> {
  const [a, b, c, d] = AXES[orientation]
  const { width, height } = stored
  const canvas = orientation < 5 ? new OffscreenCanvas(width, height) : new OffscreenCanvas(height, width)
  const context = canvas.getContext('2d')
  if (!context) throw new Error(`no 2D canvas of ${canvas.width} × ${canvas.height} px`)
  const shiftX = a + c < 0 ? canvas.width : 0
  const shiftY = b + d < 0 ? canvas.height : 0
  context.setTransform(a, b, c, d, shiftX, shiftY)
  context.imageSmoothingEnabled = false
  context.drawImage(stored, 0, 0)
  stored.close()
  return createImageBitmap(canvas, { premultiplyAlpha: 'none' })
}

/** Returns upright pixels as RGBA with straight alpha. The values don't change at any alpha. */
export function orientPixels(stored: StraightPixels, orientation: Orientation): StraightPixels {
  const [a, b, c, d] = AXES[orientation]
  const { width, height } = stored
  const upright = orientation < 5 ? { width, height } : { width: height, height: width }
  const from = new Uint32Array(stored.rgba.buffer)
  const to = new Uint32Array(from.length)
  const [startX, startY] = [a + c < 0 ? upright.width - 1 : 0, b + d < 0 ? upright.height - 1 : 0]
  const first = startY * upright.width + startX
  const [right, down] = [b * upright.width + a, d * upright.width + c]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) to[first + x * right + y * down] = from[y * width + x] as number
  return { ...upright, rgba: new Uint8ClampedArray(to.buffer) }
}
