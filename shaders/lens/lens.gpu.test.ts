import { BufferImageSource } from 'pixi.js'
import { afterAll, expect, it } from 'vitest'
import { bytesOf, difference, drawOn, expectSameInTiles, noise, sharedRenderer } from '../../tests/helpers/gpu.ts'
import { createTarget } from '../lib/pass.ts'
import { pictureOf } from '../lib/testing.ts'
import { LensBlur } from './lens.ts'
import { planLens } from './plan.ts'
import { lensBlurred } from './testing.ts'

const SIZE = { width: 90, height: 70 }
const WHOLE = { x: 0, y: 0, ...SIZE }
const renderer = await sharedRenderer()
const blur = new LensBlur()
afterAll(() => blur.destroy())

/** Noise in squares of 5 px, with lights. Translucent: outside a disc nothing is painted. */
function layerOf(isOpaque: boolean) {
  const bytes = new Uint8Array(4 * SIZE.width * SIZE.height)
  const next = noise(5)
  const squares = Array.from({ length: 18 * 14 * 3 }, next)
  for (let i = 0; i < bytes.length / 4; i++) {
    const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)]
    const alpha = isOpaque ? 1 : Math.min(1, Math.max(0, 25 - Math.hypot(x - 50, y - 40)))
    const isLight = x % 31 === 7 && y % 23 === 9
    const square = Math.floor(y / 5) * 18 + Math.floor(x / 5)
    for (let c = 0; c < 3; c++) bytes[4 * i + c] = Math.round(alpha * (isLight ? 255 : (squares[3 * square + c] ?? 0)))
    bytes[4 * i + 3] = Math.round(255 * alpha)
  }
  return bytes
}

function painted(bytes: Uint8Array<ArrayBuffer>, radius: number, isMirrored: boolean, target = WHOLE) {
  const layer = new BufferImageSource({
    resource: bytes,
    ...SIZE,
    format: 'rgba8unorm',
    alphaMode: 'premultiplied-alpha',
  })
  const texture = createTarget(target.width, target.height, 'rgba8unorm')
  const mirror = isMirrored ? WHOLE : null
  const input = { layer, first: WHOLE, mirror, target, plan: planLens(radius, 5), highlights: 60 }
  blur.blur(renderer, input, 1, { x: 0, y: 0 })
  drawOn(renderer, blur.mesh, texture, { ...target, scale: 1 })
  const pixels = bytesOf(renderer, texture)
  blur.clear()
  layer.destroy()
  texture.destroy(true)
  return pixels
}

it.each([
  [0.7, true],
  [-3, true],
  [6.5, false],
  [13, true],
  [-21, false],
])('a blur of %f px equals its twin, mirrored: %s', (radius, isOpaque) => {
  const bytes = layerOf(isOpaque)
  const picture = pictureOf(SIZE, 4, (x, y, c) => (bytes[4 * (y * SIZE.width + x) + c] ?? 0) / 255)
  const twin = lensBlurred(picture, { radius, blades: 5, highlights: 60, isMirrored: isOpaque })
  const codes = Array.from(twin.values).map((value) => Math.round(255 * value))
  expect(difference(painted(bytes, radius, isOpaque), codes).largest).toBeLessThanOrEqual(isOpaque ? 1 : 3)
})

it.each([3, 17])('tiles of a blur of %i px equal the whole', (radius) =>
  expectSameInTiles(SIZE, (part) => painted(layerOf(true), radius, true, part)),
)
