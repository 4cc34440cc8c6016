import { describe, expect, it } from 'vitest'
import { randomFrom } from '../../../../tests/helpers/random.ts'
import { converted, PRIMARIES, type Primaries, rgbToD50 } from './colorSpace.ts'
import { pixelConversion } from './convertPixels.ts'
import { type IccProfile, isWideGamut } from './iccProfile.ts'

const power = (gamma: number) => (encoded: number) => encoded ** gamma
const profileOf = (primaries: Primaries, gamma: number): IccProfile => ({
  toXyz: rgbToD50(primaries),
  curves: [power(gamma), power(gamma), power(gamma)],
})
/** Adobe RGB (1998), sections 4.3.1.1 and 4.3.1.2: its red and blue primaries equal sRGB's. */
const [RED, , BLUE] = PRIMARIES.srgb
const ADOBE_RGB = profileOf([RED, [0.21, 0.71], BLUE], 563 / 256)
const SRGB_22 = profileOf(PRIMARIES.srgb, 2.2)

describe('conversion of pixels', () => {
  it.each([
    ['srgb', 'display-p3'],
    ['display-p3', 'srgb'],
  ] as const)('converting from %s to %s rounds the exact value', (from, to) => {
    const random = randomFrom(5)
    const rgba = Uint8Array.from({ length: 4 * 2000 }, () => Math.floor(256 * random()))
    const seen = rgba.slice()
    pixelConversion(from, to)(seen)
    for (let i = 0; i < rgba.length; i += 4) {
      const exact = converted([rgba[i]! / 255, rgba[i + 1]! / 255, rgba[i + 2]! / 255], from, to)
      for (const [c, value] of exact.entries()) expect(Math.abs(seen[i + c]! - 255 * value)).toBeLessThan(0.55)
      expect(seen[i + 3]).toBe(rgba[i + 3])
    }
  })

  it('the conversion between sRGB and Display P3 leaves grays unchanged', () => {
    const grays = Uint8Array.from({ length: 1024 }, (_, i) => (i % 4 === 3 ? 255 : i >> 2))
    for (const [from, to] of [
      ['srgb', 'display-p3'],
      ['display-p3', 'srgb'],
      ['srgb', 'srgb'],
    ] as const) {
      const seen = grays.slice()
      pixelConversion(from, to)(seen)
      expect(seen).toEqual(grays)
    }
  })
})

describe('wide-gamut profiles', () => {
  it('a profile with colors outside sRGB is wide-gamut', () => {
    expect(isWideGamut(ADOBE_RGB)).toBe(true)
    expect(isWideGamut(profileOf(PRIMARIES['display-p3'], 2.2))).toBe(true)
    expect(isWideGamut(SRGB_22)).toBe(false)
  })

  it('a profile without valid display primaries is not wide-gamut', () => {
    const { toXyz, curves } = ADOBE_RGB
    const [red, green, blue] = toXyz
    expect(isWideGamut({ toXyz: [red, green, [5, 0, 0]], curves })).toBe(false)
    expect(isWideGamut({ toXyz: [red, green, [Number.NaN, 0, 0]], curves })).toBe(false)
    expect(isWideGamut({ toXyz: [red, green, blue], curves: [power(2), power(2), () => 0.5] })).toBe(false)
    expect(isWideGamut({ toXyz, curves: [power(2), power(2), (x) => (x < 1 ? 1 - x : 1)] })).toBe(false)
  })
})
