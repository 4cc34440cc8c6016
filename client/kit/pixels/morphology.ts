/** Dilation, erosion, distances and halving of masks. */
import type { Size } from '../geometry/geometry.ts'

/**
 * Returns the mask dilated by a square of 2 × radius + 1 px. Masks have one byte per px and are row-major. Bytes of at
 * least `least` are set. In the result, 1 = set.
 */
export function dilateSquare(mask: Uint8Array, { width, height }: Size, radius: number, least = 1) {
  const across = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) spread(mask, across, { start: y * width, step: 1, length: width, radius, least })
  const out = new Uint8Array(width * height)
  for (let x = 0; x < width; x++) spread(across, out, { start: x, step: width, length: height, radius, least: 1 })
  return out
}

/** Returns the mask eroded by a square. Px beyond the mask count as set. The parameters are those of `dilateSquare`. */
export const erodeSquare = (mask: Uint8Array, size: Size, radius: number, least = 1) =>
  dilateSquare(
    mask.map((value) => Number(value < least)),
    size,
    radius,
  ).map((isClear) => 1 - isClear)

interface Line {
  start: number
  step: number
  length: number
  radius: number
  least: number
}

function spread(from: Uint8Array, to: Uint8Array, { start, step, length, radius, least }: Line) {
  let last = -radius - 1 // position of the last set pixel so far
  for (let i = 0; i < length + radius; i++) {
    if (i < length && (from[start + i * step] ?? 0) >= least) last = i
    const at = i - radius
    if (at >= 0 && last >= at - radius) to[start + at * step] = 1
  }
}

/**
 * Returns the mask dilated `radius` times (at most 254) with a cross of 3 × 3 px. Masks have one byte per px and are
 * row-major. 0 = clear. In the result, 1 = set.
 */
export function dilateDiamond(mask: Uint8Array, size: Size, radius: number): Uint8Array<ArrayBuffer> {
  const distance = mask.map((value) => (value ? 0 : 255))
  cityBlockTransform(distance, size)
  return distance.map((away) => Number(away <= radius))
}

/**
 * Returns the city-block distance of each set pixel to the nearest clear pixel: 0 where clear, and 0 everywhere if no
 * pixel is clear. `mask`: one byte per px, row-major, 1 = set.
 */
export function distanceInside(mask: Uint8Array, { width, height }: Size): Uint16Array {
  const far = width + height
  const distance = new Uint16Array(mask).map((value) => (value ? far : 0))
  cityBlockTransform(distance, { width, height })
  return distance.some((d) => d >= far) ? new Uint16Array(width * height) : distance
}

/**
 * Computes the city-block distance transform in place. `distance`: row-major, 0 at the sources and a large number
 * elsewhere. Afterwards each value is the distance to the nearest source, if that is smaller than the large number.
 */
export function cityBlockTransform(distance: Uint8Array | Uint16Array, { width, height }: Size): void {
  const lower = (at: number, from: number) => {
    const next = (distance[from] ?? 0) + 1
    if (next < (distance[at] ?? 0)) distance[at] = next
  }
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      if (x > 0) lower(at, at - 1)
      if (y > 0) lower(at, at - width)
    }
  for (let y = height - 1, at = distance.length - 1; y >= 0; y--)
    for (let x = width - 1; x >= 0; x--, at--) {
      if (x < width - 1) lower(at, at + 1)
      if (y < height - 1) lower(at, at + width)
    }
}

/** Returns the mask at half size, rounded up: the largest byte of each 2 × 2 px. */
export function halvedMaximum(mask: Uint8Array, { width, height }: Size): Uint8Array {
  const half = Math.ceil(width / 2)
  const small = new Uint8Array(half * Math.ceil(height / 2))
  for (let y = 0, from = 0; y < height; y++)
    for (let x = 0; x < width; x++, from++) {
      const at = (y >> 1) * half + (x >> 1)
      small[at] = Math.max(small[at] as number, mask[from] as number)
    }
  return small
}
