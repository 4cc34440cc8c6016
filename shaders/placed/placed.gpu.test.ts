import { afterAll, expect, it } from 'vitest'
import { compose, IDENTITY, rotationMatrix, scalingMatrix, translationMatrix } from '#client/kit/geometry/affine.ts'
import { drawnOn, sharedRenderer, sourceOf } from '../../tests/helpers/gpu.ts'
import { type Picture, texelAt } from '../lib/testing.ts'
import { type PlacedInput, PlacedQuad, type PlacedUniforms, placedUniforms, tapsOf } from './placed.ts'

const renderer = await sharedRenderer()
const quad = new PlacedQuad()
afterAll(() => quad.destroy())

const SIZE = { width: 40, height: 30 }

/** Premultiplied bytes of a texture with checks, gradients and every alpha. */
const bytes = Uint8Array.from({ length: SIZE.width * SIZE.height * 4 }, (_, i) => {
  const [x, y] = [(i >> 2) % SIZE.width, Math.floor((i >> 2) / SIZE.width)]
  const alpha = Math.round(255 * Math.min(1, (x * 3 + y) / 90))
  return [(x + y) % 2 ? alpha : alpha >> 1, Math.round((alpha * x) / SIZE.width), alpha >> 2, alpha][i % 4]!
})

const base = (input: Partial<PlacedInput>, source = sourceOf(bytes, SIZE, { scaleMode: 'nearest' })): PlacedInput => ({
  picture: { source, first: { x: 0, y: 0 }, density: 1, isStraight: false },
  size: SIZE,
  map: IDENTITY,
  grid: { origin: { x: 0, y: 0 }, scale: 1 },
  target: { x: 0, y: 0, width: 64, height: 56 },
  radius: 0,
  opacity: 1,
  isDraft: false,
  ...input,
})

function painted(input: PlacedInput): Uint8Array {
  const { target, grid } = input
  const { origin, scale } = grid
  quad.show(input)
  const place = { ...target, x: target.x + origin.x * scale, y: target.y + origin.y * scale, scale }
  const pixels = drawnOn(renderer, quad.mesh, place)
  quad.hide()
  return pixels
}

const turned = compose(translationMatrix(30, 5), rotationMatrix(31), scalingMatrix(1.2))

it.each<[string, Partial<PlacedInput>, 'LINEAR' | 'CUBIC']>([
  ['moved by fractions of a px', { map: translationMatrix(7.3, 9.8) }, 'CUBIC'],
  ['rotated and enlarged', { map: turned }, 'CUBIC'],
  ['rotated during a drag', { map: turned, isDraft: true }, 'LINEAR'],
  ['flipped and made smaller', { map: compose(translationMatrix(50, 8), scalingMatrix(-0.9, 0.9)) }, 'CUBIC'],
  [
    'with round corners and low opacity',
    { map: compose(translationMatrix(4, 3), rotationMatrix(-9)), radius: 12, opacity: 0.4 },
    'CUBIC',
  ],
  ['stretched, with corners that are round in the output', { map: scalingMatrix(1.5, 1.8), radius: 10 }, 'CUBIC'],
  ['squeezed along one axis', { map: compose(translationMatrix(9, 4), scalingMatrix(0.3, 1.4)) }, 'CUBIC'],
  ['on a finer grid', { grid: { origin: { x: 1.25, y: 0.5 }, scale: 2 }, map: translationMatrix(0.2, 0.1) }, 'CUBIC'],
])('the placed image matches its CPU reference %s', (_, input, sampling) => {
  const whole = base(input)
  const pixels = painted(whole)
  const uniforms = placedUniforms(whole)
  const texels = { ...SIZE, channels: 4, values: Float64Array.from(bytes, (byte) => byte / 255) }
  let worst = 0
  let seen = 0
  for (let y = 0; y < 56; y++)
    for (let x = 0; x < 64; x++)
      placedPixel(texels, uniforms, x, y, sampling).forEach((channel, i) => {
        const painted = pixels[(y * 64 + x) * 4 + i]!
        if (painted > 0) seen++
        worst = Math.max(worst, Math.abs(255 * channel - painted))
      })
  expect(seen).toBeGreaterThan(500)
  expect(worst).toBeLessThanOrEqual(1)
})

it.each<[string, Partial<PlacedInput>, (x: number, y: number) => [number, number]]>([
  ['moved by whole px', { map: translationMatrix(5, 9) }, (x, y) => [x - 5, y - 9]],
  ['flipped', { map: compose(translationMatrix(40, 0), scalingMatrix(-1, 1)) }, (x, y) => [39 - x, y]],
  ['rotated by 90°', { map: compose(translationMatrix(30, 0), rotationMatrix(90)) }, (x, y) => [y, 29 - x]],
])('a placed image that is %s has exactly the pixels of its source', (_, input, from) => {
  const pixels = painted(base(input))
  for (let y = 0; y < 56; y++)
    for (let x = 0; x < 64; x++) {
      const [column, row] = from(x, y)
      const isInside = column >= 0 && row >= 0 && column < SIZE.width && row < SIZE.height
      const at = (row * SIZE.width + column) * 4
      const expected = isInside ? [...bytes.subarray(at, at + 4)] : [0, 0, 0, 0]
      expect([...pixels.subarray((y * 64 + x) * 4, (y * 64 + x) * 4 + 4)], `${x} ${y}`).toEqual(expected)
    }
})

it('a placed image with straight alpha is painted with premultiplied alpha', () => {
  const options = { alphaMode: 'no-premultiply-alpha', scaleMode: 'nearest' } as const
  const straight = sourceOf(new Uint8Array([200, 100, 40, 128]), { width: 1, height: 1 }, options)
  const picture = { source: straight, first: { x: 0, y: 0 }, density: 1, isStraight: true }
  const target = { x: 0, y: 0, width: 1, height: 1 }
  const [r = 0, g = 0, b = 0, a] = painted(base({ picture, size: target, target }, straight))
  expect([Math.abs(r - 100.4) < 1, Math.abs(g - 50.2) < 1, Math.abs(b - 20.1) < 1, a]).toEqual([true, true, true, 128])
})

/**
 * CPU reference of placed.frag: returns the placed image's pixel at the target's px (x, y), premultiplied RGBA, 0..1.
 */
function placedPixel(
  picture: Picture,
  uniforms: PlacedUniforms,
  x: number,
  y: number,
  sampling: 'LINEAR' | 'CUBIC',
): number[] {
  const { uTarget, uFirst, uShift, uAlong, uDown, uOpacity } = uniforms
  const [pxX, pxY] = [x + 0.5 + uTarget[0], y + 0.5 + uTarget[1]]
  const atX = pxX * uAlong[0] + pxY * uDown[0] + uShift[0]
  const atY = pxX * uAlong[1] + pxY * uDown[1] + uShift[1]
  const kernel = sampling === 'CUBIC' ? catmullRom : tent
  const readAt = (u: number, v: number) => {
    const [left, top] = [Math.floor(u - 0.5), Math.floor(v - 0.5)]
    const sums = [0, 0, 0, 0]
    for (let row = top - 1; row <= top + 2; row++)
      for (let column = left - 1; column <= left + 2; column++) {
        const weight = kernel(u - 0.5 - column) * kernel(v - 0.5 - row)
        for (let c = 0; c < 4; c++)
          sums[c] = (sums[c] ?? 0) + weight * texelAt(picture, column - uFirst[0], row - uFirst[1], c)
      }
    const alpha = Math.min(Math.max(sums[3] ?? 0, 0), 1)
    return sums.map((value, c) => (c === 3 ? alpha : Math.min(Math.max(value, 0), alpha)))
  }
  const [across, down] = [tapsOf(uAlong), tapsOf(uDown)]
  const mean = [0, 0, 0, 0]
  for (let j = 0; j < down; j++)
    for (let i = 0; i < across; i++) {
      const [right, below] = [(i + 0.5) / across - 0.5, (j + 0.5) / down - 0.5]
      readAt(atX + right * uAlong[0] + below * uDown[0], atY + right * uAlong[1] + below * uDown[1]).forEach(
        (value, c) => {
          mean[c] = (mean[c] ?? 0) + value / (across * down)
        },
      )
    }
  const share = coverage(uniforms, atX, atY) * uOpacity
  return mean.map((value) => value * share)
}

const tent = (t: number) => Math.max(0, 1 - Math.abs(t))

/** Returns the value of the Catmull-Rom kernel (Keys 1981, a = −1/2). */
function catmullRom(t: number): number {
  const x = Math.abs(t)
  if (x < 1) return 1.5 * x ** 3 - 2.5 * x ** 2 + 1
  return x < 2 ? -0.5 * x ** 3 + 2.5 * x ** 2 - 4 * x + 2 : 0
}

function coverage({ uBox, uPerTexel, uRadius }: PlacedUniforms, x: number, y: number): number {
  const beyondX = (Math.abs(x - uBox[0] / 2) - uBox[0] / 2) * uPerTexel[0] + uRadius
  const beyondY = (Math.abs(y - uBox[1] / 2) - uBox[1] / 2) * uPerTexel[1] + uRadius
  const outside = Math.hypot(Math.max(beyondX, 0), Math.max(beyondY, 0))
  const away = outside + Math.min(Math.max(beyondX, beyondY), 0) - uRadius
  return Math.min(Math.max(0.5 - away, 0), 1)
}
