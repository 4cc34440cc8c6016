/** Images on the CPU. The shaders' CPU references read and filter them with these functions. */
import type { Size } from '#client/kit/geometry/geometry.ts'
import { clamp } from '#client/kit/values/numbers.ts'

export interface Picture extends Size {
  channels: number
  /** The values of all texels, row-major, `channels` values per texel. */
  values: ArrayLike<number>
}

/** Returns an image with these values. */
export function pictureOf(
  { width, height }: Size,
  channels: number,
  valueAt: (x: number, y: number, channel: number) => number,
): Picture & { values: Float64Array } {
  const values = new Float64Array(width * height * channels)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let c = 0; c < channels; c++) values[(y * width + x) * channels + c] = valueAt(x, y, c)
  return { width, height, channels, values }
}

/** Returns one channel of a texel. Beyond the border, returns the border texel. */
export function texelAt({ width, height, channels, values }: Picture, x: number, y: number, channel = 0): number {
  const [column, row] = [clamp(x, 0, width - 1), clamp(y, 0, height - 1)]
  return values[(row * width + column) * channels + channel] ?? 0
}

/**
 * Returns all channels, linearly interpolated. (x, y) is in texels, with the first texel's center at 0.5. Border texels
 * are repeated.
 */
export function bilinear(picture: Picture, x: number, y: number): number[] {
  const [left, top] = [Math.floor(x - 0.5), Math.floor(y - 0.5)]
  const [right, down] = [x - 0.5 - left, y - 0.5 - top]
  const mix = (a: number, b: number, t: number) => a + (b - a) * t
  return Array.from({ length: picture.channels }, (_, c) => {
    const row = (at: number) => mix(texelAt(picture, left, at, c), texelAt(picture, left + 1, at, c), right)
    return mix(row(top), row(top + 1), down)
  })
}

/**
 * Convolves an image along rows and columns. `weights`: the weight of the middle texel, then the weights of one side.
 * Border texels are repeated.
 */
export function convolved(picture: Picture, weights: ArrayLike<number>): Picture & { values: Float64Array } {
  const pass = (from: Picture, stepX: number, stepY: number) =>
    pictureOf(from, from.channels, (x, y, c) => {
      let sum = 0
      for (let i = 1 - weights.length; i < weights.length; i++)
        sum += texelAt(from, x + i * stepX, y + i * stepY, c) * (weights[Math.abs(i)] ?? 0)
      return sum
    })
  return pass(pass(picture, 1, 0), 0, 1)
}

/**
 * Returns all channels, read with a cubic B-spline. (u, v) is in texels, as in `bilinear`. Border texels are repeated.
 */
export function spline(picture: Picture, u: number, v: number): number[] {
  const [column, across] = taps(u)
  const [row, down] = taps(v)
  return Array.from({ length: picture.channels }, (_, c) => {
    let sum = 0
    for (let j = 0; j < 4; j++)
      for (let i = 0; i < 4; i++)
        sum += texelAt(picture, column + i - 1, row + j - 1, c) * (across[i] ?? 0) * (down[j] ?? 0)
    return sum
  })
}

function taps(place: number): [number, number[]] {
  const first = Math.floor(place - 0.5)
  const t = place - 0.5 - first
  const [t2, t3] = [t * t, t * t * t]
  return [first, [1 - 3 * t + 3 * t2 - t3, 4 - 6 * t2 + 3 * t3, 1 + 3 * t + 3 * t2 - 3 * t3, t3].map((w) => w / 6)]
}
