/**
 * CPU reference of the blur in double precision. Images have four channels and are row-major. Border texels are
 * repeated beyond the border.
 */

import type { Size } from '#client/kit/geometry/geometry.ts'
import { linearOf } from '#client/kit/pixels/color-space/colorSpace.ts'
import { convolved, type Picture, pictureOf, spline, texelAt } from '../lib/testing.ts'
import type { BlurRole } from './passes.ts'
import { planBlur } from './plan.ts'

const LEAST_WEIGHT = 1 / 16384

/**
 * Computes the blur's first pass on the CPU. Returns, per px, linear light × alpha × weight, and alpha × weight.
 * `rgba`: bytes, straight alpha. `coverage`: the matte, bytes. `role`: the weight is 1, the background's coverage, or
 * the subject's coverage. `isWeight`: returns the weight in all channels instead.
 */
export function loaded(
  rgba: ArrayLike<number>,
  coverage: ArrayLike<number> | null,
  size: Size,
  role: BlurRole,
  isWeight: boolean,
): Picture {
  return pictureOf(size, 4, (x, y, c) => {
    const i = y * size.width + x
    const matte = (coverage?.[i] ?? 0) / 255
    const weight = role === 'WHOLE' ? 1 : role === 'SUBJECT' ? matte : Math.max(1 - matte, LEAST_WEIGHT)
    if (isWeight) return weight
    const total = (weight * (rgba[4 * i + 3] ?? 0)) / 255
    return c === 3 ? total : linearOf((rgba[4 * i + c] ?? 0) / 255) * total
  })
}

/**
 * Computes the whole blur on the CPU. Returns a function that reads the blurred image's four channels at a position (px
 * of the full-size image). `sigma`: standard deviation, px.
 */
export function blurredPicture(picture: Picture, sigma: number): (x: number, y: number) => number[] {
  const { halvings, weights } = planBlur(sigma)
  let small = picture
  for (let i = 0; i < halvings; i++) small = halved(small)
  const done = convolved(small, weights)
  const texel = 2 ** halvings
  return halvings > 0
    ? (x, y) => spline(done, (x + 0.5) / texel, (y + 0.5) / texel)
    : (x, y) => [0, 1, 2, 3].map((c) => texelAt(done, x, y, c))
}

function halved(picture: Picture): Picture {
  const size = { width: Math.ceil(picture.width / 2), height: Math.ceil(picture.height / 2) }
  return pictureOf(size, 4, (x, y, c) => {
    let sum = 0
    ;[1, 3, 3, 1].forEach((down, j) => {
      ;[1, 3, 3, 1].forEach((across, i) => {
        sum += (texelAt(picture, 2 * x + i - 1, 2 * y + j - 1, c) * across * down) / 64
      })
    })
    return sum
  })
}
