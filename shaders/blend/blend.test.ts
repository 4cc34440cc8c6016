import { expect, it } from 'vitest'
import { BLEND_MODES, type BlendMode } from './modes.ts'
import { BLENDED, blendedPixel } from './testing.ts'

it.each<[BlendMode, number, number, number]>([
  ['normal', 0.2, 0.7, 0.7],
  ['multiply', 0.5, 0.4, 0.2],
  ['screen', 0.5, 0.4, 0.7],
  ['overlay', 0.25, 0.4, 0.2],
  ['overlay', 0.75, 0.4, 0.7],
  ['darken', 0.5, 0.4, 0.4],
  ['lighten', 0.5, 0.4, 0.5],
  ['color-dodge', 0, 1, 0],
  ['color-dodge', 0.2, 1, 1],
  ['color-dodge', 0.2, 0.5, 0.4],
  ['color-burn', 1, 0, 1],
  ['color-burn', 0.8, 0, 0],
  ['color-burn', 0.8, 0.5, 0.6],
  ['hard-light', 0.5, 0.2, 0.2],
  ['hard-light', 0.5, 0.7, 0.7],
  ['soft-light', 0.25, 0.75, 0.375],
  ['soft-light', 0.5, 0, 0.25],
  ['difference', 0.2, 0.7, 0.5],
])(
  'the blend mode %s for the backdrop value %f and the source value %f returns %f',
  (mode, backdrop, source, expected) => {
    expect(BLENDED[mode](backdrop, source)).toBeCloseTo(expected, 12)
  },
)

it.each(BLEND_MODES)('the blend mode %s on a transparent backdrop equals source-over', (mode) => {
  expect(blendedPixel(mode, [0, 0, 0, 0], [0.1, 0.2, 0.3, 0.5])).toEqual([0.1, 0.2, 0.3, 0.5])
})

it.each(BLEND_MODES)('the blend mode %s does not change the backdrop under a transparent layer', (mode) => {
  expect(blendedPixel(mode, [0.1, 0.2, 0.3, 0.5], [0, 0, 0, 0])).toEqual([0.1, 0.2, 0.3, 0.5])
})
