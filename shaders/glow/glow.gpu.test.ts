import { afterAll, expect, it } from 'vitest'
import { bytesOf, sharedRenderer, sourceOf } from '../../tests/helpers/gpu.ts'
import { rasterised } from '../../tests/helpers/rasterised.ts'
import type { CoverageTexels } from '../distance/encoding.ts'
import { createTarget } from '../lib/pass.ts'
import type { Grid } from '../lib/quad.ts'
import { glowBlur, glowEnd } from './glow.ts'
import { BlurredAlpha } from './soft-alpha.ts'
import { glowReference } from './testing.ts'

const renderer = await sharedRenderer()
const glow = new BlurredAlpha()
afterAll(() => glow.destroy())

const ring = (x: number, y: number) => Math.abs(Math.hypot(x - 90.3, y - 70.8) - 24) - 5
const layer = rasterised(190, 150, ring)
const whole: Grid = { x: 0, y: 0, width: 190, height: 150, scale: 1 }

/** Paints the glow of a layer. `cover`: the available part of the layer. */
function painted(target: Grid, cover: Grid, intensity: number, from: CoverageTexels = layer): Uint8Array {
  const resource = new Uint8Array(cover.width * cover.height * 4)
  for (let y = 0; y < cover.height; y++)
    for (let x = 0; x < cover.width; x++)
      resource.fill(
        from.bytes[(y + cover.y) * from.width + x + cover.x] ?? 0,
        (y * cover.width + x) * 4,
        (y * cover.width + x) * 4 + 4,
      )
  const texture = sourceOf(resource, cover)
  const result = createTarget(target.width, target.height, 'rgba8unorm')
  const blur = glowBlur({ color: '#40c0ff', intensity }, target.scale)
  glow.draw(renderer, { texture: result, grid: target }, { texture, grid: cover }, blur)
  const bytes = bytesOf(renderer, result)
  result.destroy(true)
  return bytes
}

it.each([1, 4, 9, 16, 30, 50])('the glow at intensity %i is within 2 levels of an exact Gaussian blur', (intensity) => {
  const bytes = painted(whole, whole, intensity)
  const alpha = Array.from(layer.bytes, (byte) => byte / 255)
  const exact = glowReference(alpha, 190, 150, (2 / 3) * intensity)
  let worst = 0
  exact.forEach((value, i) => {
    for (const [channel, color] of [0x40 / 255, 0xc0 / 255, 1, 1].entries())
      worst = Math.max(worst, Math.abs((bytes[i * 4 + channel] ?? 0) - 255 * value * color))
  })
  expect(worst).toBeLessThan(2)
})

it('the painted glow extends 2 px per unit of intensity beyond an edge', () => {
  const edge = rasterised(190, 150, (x) => x - 40.5)
  const bytes = painted(whole, whole, 30, edge)
  const alphaAt = (x: number) => bytes[(75 * 190 + x) * 4 + 3] ?? 0
  expect(alphaAt(41 + glowEnd(30))).toBe(0)
  expect(alphaAt(41 + glowEnd(30) - 8)).toBeGreaterThan(0)
})

it('the glow of an empty layer paints nothing', () => {
  const empty = { ...layer, bytes: new Uint8Array(layer.bytes.length) }
  expect(painted(whole, whole, 20, empty).every((byte) => byte === 0)).toBe(true)
})
