/** Twin of the blur in double precision. Pictures have four channels, row-major; borders repeat. */
import { linearOf } from '../lib/color.ts'
import type { BlurRole } from './passes.ts'
import { planBlur } from './plan.ts'

/** Four channels per px, row-major: premultiplied linear light and its weight. */
export interface Picture {
  width: number
  height: number
  pixels: Float64Array
}

const LEAST_WEIGHT = 1 / 16384

/**
 * Twin of the blur's first pass: straight RGBA and coverage bytes → per px linear light × alpha × weight, and alpha ×
 * weight. `isWeight`: only the weight. `role` selects the weighted px: all, or those of subject or background.
 */
export function loaded(
  rgba: ArrayLike<number>,
  coverage: ArrayLike<number> | null,
  size: { width: number; height: number },
  role: BlurRole,
  isWeight: boolean,
): Picture {
  const pixels = new Float64Array(size.width * size.height * 4)
  for (let i = 0; i < pixels.length; i += 4) {
    const matte = (coverage?.[i / 4] ?? 0) / 255
    const weight = role === 'WHOLE' ? 1 : role === 'SUBJECT' ? matte : Math.max(1 - matte, LEAST_WEIGHT)
    const total = weight * (isWeight ? 1 : (rgba[i + 3] ?? 0) / 255)
    for (let c = 0; c < 3; c++) pixels[i + c] = isWeight ? weight : linearOf((rgba[i + c] ?? 0) / 255) * total
    pixels[i + 3] = total
  }
  return { ...size, pixels }
}

/**
 * Twin of the whole blur. Returns a function that reads the blurred picture's four channels at a position (px of the
 * full-size picture). `sigma`: standard deviation, px.
 */
export function blurredPicture(picture: Picture, sigma: number): (x: number, y: number) => number[] {
  const { halvings, weights } = planBlur(sigma)
  let small = picture
  for (let i = 0; i < halvings; i++) small = halved(small)
  const done = convolved(convolved(small, weights, 1, 0), weights, 0, 1)
  const texel = 2 ** halvings
  return halvings > 0
    ? (x, y) => spline(done, (x + 0.5) / texel, (y + 0.5) / texel)
    : (x, y) => [0, 1, 2, 3].map((c) => at(done, x, y, c))
}

function at({ width, height, pixels }: Picture, x: number, y: number, channel: number): number {
  const column = Math.min(width - 1, Math.max(0, x))
  const row = Math.min(height - 1, Math.max(0, y))
  return pixels[(row * width + column) * 4 + channel] ?? 0
}

function halved(picture: Picture): Picture {
  const width = Math.ceil(picture.width / 2)
  const height = Math.ceil(picture.height / 2)
  return made(width, height, (x, y, c) => {
    let sum = 0
    ;[1, 3, 3, 1].forEach((down, j) => {
      ;[1, 3, 3, 1].forEach((across, i) => {
        sum += (at(picture, 2 * x + i - 1, 2 * y + j - 1, c) * across * down) / 64
      })
    })
    return sum
  })
}

const convolved = (picture: Picture, weights: Float64Array, stepX: number, stepY: number) =>
  made(picture.width, picture.height, (x, y, c) => {
    let sum = 0
    for (let i = 1 - weights.length; i < weights.length; i++)
      sum += at(picture, x + i * stepX, y + i * stepY, c) * (weights[Math.abs(i)] ?? 0)
    return sum
  })

/** Cubic B-spline at a position in texels; the centre of the first texel is 0.5. */
function spline(picture: Picture, u: number, v: number): number[] {
  const [column, across] = taps(u)
  const [row, down] = taps(v)
  return [0, 1, 2, 3].map((c) => {
    let sum = 0
    for (let j = 0; j < 4; j++)
      for (let i = 0; i < 4; i++) sum += at(picture, column + i - 1, row + j - 1, c) * (across[i] ?? 0) * (down[j] ?? 0)
    return sum
  })
}

function taps(place: number): [number, number[]] {
  const first = Math.floor(place - 0.5)
  const t = place - 0.5 - first
  const [t2, t3] = [t * t, t * t * t]
  return [first, [1 - 3 * t + 3 * t2 - t3, 4 - 6 * t2 + 3 * t3, 1 + 3 * t + 3 * t2 - 3 * t3, t3].map((w) => w / 6)]
}

function made(width: number, height: number, value: (x: number, y: number, c: number) => number): Picture {
  const pixels = new Float64Array(width * height * 4)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) for (let c = 0; c < 4; c++) pixels[(y * width + x) * 4 + c] = value(x, y, c)
  return { width, height, pixels }
}
