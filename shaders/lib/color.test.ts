import { expect, it } from 'vitest'
import { luminanceWeights } from '#client/kit/pixels/color-space/colorSpace.ts'
import glsl from './color.glsl?raw'
import { LUMA, rgbOf } from './color.ts'

it.each([
  ['#ff8000', [255, 128, 0]],
  ['#000', [0, 0, 0]],
  ['#1aF', [17, 170, 255]],
])('rgbOf reads the hex color %s', (hex, bytes) => {
  expect(rgbOf(hex)).toEqual(bytes.map((byte) => byte / 255))
})

it('rgbOf converts a hex color to Display P3', () => {
  expect(rgbOf('#ff0000', 'display-p3').map((value) => Math.round(255 * value))).toEqual([234, 51, 35])
})

it.each(['srgb', 'display-p3'] as const)(
  'LUMA equals the luminance weights of %s in TypeScript and in GLSL',
  (space) => {
    for (const [i, weight] of luminanceWeights(space).entries()) expect(LUMA[space][i]).toBeCloseTo(weight, 4)
    expect(glsl).toContain(`vec3 LUMA = vec3(${LUMA[space].join(', ')});`)
  },
)
