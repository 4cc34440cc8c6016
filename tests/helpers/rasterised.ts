/** Draws shapes with a known distance function. */
import type { CoverageTexels } from '#shaders/distance/encoding.ts'

/**
 * Returns a shape's coverage, 0 to 255, from 8 × 8 samples per texel. `distance`: signed distance to the contour in
 * texels, negative inside. Texel centers have integer coordinates.
 */
export function rasterised(width: number, height: number, distance: (x: number, y: number) => number): CoverageTexels {
  const bytes = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let inside = 0
      for (let s = 0; s < 64; s++)
        if (distance(x + ((s % 8) + 0.5) / 8 - 0.5, y + (Math.floor(s / 8) + 0.5) / 8 - 0.5) <= 0) inside++
      bytes[y * width + x] = Math.round((255 * inside) / 64)
    }
  return { width, height, bytes }
}

/** Returns the coverage (one byte per px, row-major) of a disc in the middle with a soft edge. */
export function discCoverage(width: number, height: number): Uint8Array<ArrayBuffer> {
  const radius = Math.min(width, height) / 3
  return Uint8Array.from({ length: width * height }, (_, i) => {
    const distance = Math.hypot((i % width) - width / 2, Math.floor(i / width) - height / 2)
    return Math.round(255 * Math.min(1, Math.max(0, (radius - distance) / 6 + 0.5)))
  })
}
