/** Extends painted depth planes beyond the canvas. Pixels are row-major RGBA with straight alpha. */
import type { Rect, Size } from '#client/kit/geometry/geometry.ts'

/**
 * Extends a plane beyond `canvas` (px of the plane) with its mirror image, in place. A mirrored pixel is at most as
 * opaque as the least opaque pixel between its original and the edge. Only content at the edge is therefore mirrored.
 * Pixels beyond the canvas that are already visible don't change.
 */
export function mirrorBeyond(pixels: Uint8ClampedArray | Uint8Array, { width, height }: Size, canvas: Rect): void {
  const [left, right] = rangeOf(canvas.x, canvas.width, width)
  const [top, bottom] = rangeOf(canvas.y, canvas.height, height)
  if (left >= right || top >= bottom) return
  for (let x = left; x < right; x++) {
    const line = { start: x, step: width }
    mirrorLine(pixels, line, top, bottom, height)
  }
  for (let y = 0; y < height; y++) mirrorLine(pixels, { start: y * width, step: 1 }, left, right, width)
}

const rangeOf = (start: number, length: number, room: number): [first: number, end: number] => [
  Math.max(0, Math.round(start)),
  Math.min(room, Math.round(start + length)),
]

/**
 * Mirrors both ends of one line of pixels. The canvas extends from `first` to `end`. `length`: number of pixels in the
 * line.
 */
function mirrorLine(
  pixels: Uint8ClampedArray | Uint8Array,
  { start, step }: { start: number; step: number },
  first: number,
  end: number,
  length: number,
) {
  const mirror = (edge: number, direction: 1 | -1, count: number) => {
    let opacity = 255
    for (let i = 0; i < count && i < end - first; i++) {
      const from = 4 * (start + (edge - direction * i) * step)
      const to = 4 * (start + (edge + direction * (i + 1)) * step)
      opacity = Math.min(opacity, pixels[from + 3] ?? 0)
      if (opacity === 0) return
      if (pixels[to + 3] !== 0) continue
      for (let c = 0; c < 3; c++) pixels[to + c] = pixels[from + c] ?? 0
      pixels[to + 3] = opacity
    }
  }
  mirror(first, -1, first)
  mirror(end - 1, 1, length - end)
}
