/** Computes the mean of a square around each pixel of a float image. */
import type { Size } from '../geometry/geometry.ts'
import { clamp } from '../values/numbers.ts'

/**
 * 'repeat': beyond the edge, the values of the edge pixels are repeated. 'clip': the squares are clipped at the edge.
 */
type Border = 'repeat' | 'clip'

/**
 * Returns for each pixel the mean of the square around it, row-major. Each side of the square is 2 · radius + 1 px.
 * Uses running sums, so the cost doesn't depend on the radius.
 */
export function boxMean(values: Float32Array, size: Size, radius: number, border: Border): Float32Array<ArrayBuffer> {
  const { width, height } = size
  const across = new Float32Array(values.length)
  for (let y = 0; y < height; y++) lineMeans(values, across, y * width, 1, width, radius, border)
  const down = new Float32Array(values.length)
  for (let x = 0; x < width; x++) lineMeans(across, down, x, width, height, radius, border)
  return down
}

function lineMeans(
  from: Float32Array,
  to: Float32Array,
  start: number,
  step: number,
  length: number,
  radius: number,
  border: Border,
): void {
  const last = length - 1
  const isClipped = border === 'clip'
  const value = (i: number) => (isClipped && (i < 0 || i > last) ? 0 : (from[start + clamp(i, 0, last) * step] ?? 0))
  let sum = 0
  for (let i = -radius; i <= radius; i++) sum += value(i)
  for (let i = 0; i < length; i++) {
    const count = isClipped ? Math.min(last, i + radius) - Math.max(0, i - radius) + 1 : 2 * radius + 1
    to[start + i * step] = sum * (1 / count)
    sum += value(i + radius + 1) - value(i - radius)
  }
}
