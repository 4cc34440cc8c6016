import { expect, it } from 'vitest'
import { defaults } from '#client/kit/values/fields.ts'
import type { Rgb } from '../lib/color.ts'
import { type TuneSettings, tuneFields } from './enhancements.ts'
import { sharpenReach } from './luma-low-pass.ts'
import { tuneUniforms } from './steps.ts'
import { tuned } from './tune.reference.ts'

const NEUTRAL: TuneSettings = defaults(tuneFields)
const uniformsOf = (some: Partial<TuneSettings>) => tuneUniforms({ ...NEUTRAL, ...some })
const GRAY: Rgb = [0.5, 0.5, 0.5]
const CENTER = { low: 0, mask: [1, 0], place: [0.5, 0.5] } as const
const paint = (color: Rgb, some: Partial<TuneSettings>) => tuned(color, uniformsOf(some), CENTER)
const rounded = (color: Rgb) => color.map((v) => Math.round(v * 1000) / 1000)

it.each([
  [{}, []],
  [{ exposure: 1 }, ['TONE', 'SHOULDER']],
  [{ exposure: -1 }, ['TONE']],
  [{ shadows: -1 }, ['TONE']],
  [{ highlights: 1 }, ['TONE', 'SHOULDER']],
  [{ exposure: 1, highlights: -2 }, ['TONE']],
  [{ blacks: 1 }, ['BLACKS']],
  [{ fade: 1 }, ['AFFINE']],
  [{ brightness: 99 }, ['AFFINE']],
  [{ sharpness: 1 }, ['SHARPNESS']],
  [{ blur: 3 }, []],
  [{ vignette: -1 }, ['VIGNETTE']],
  [{ vignetteSize: 90, vignetteSoftness: 0 }, []],
] as const)('shader steps without effect are omitted for the enhancements %o', (some, active) => {
  expect([...uniformsOf(some).active]).toEqual(active)
})

it("tuneUniforms converts slider values at their limits to the shader's units", () => {
  const { uTone, uToe, uSharpness } = uniformsOf({
    exposure: 100,
    shadows: 100,
    highlights: -100,
    blacks: 100,
    sharpness: 100,
  }).values
  expect((uTone as number[]).slice(0, 3)).toEqual([2, 1.5, -1])
  expect([uToe, uSharpness]).toEqual([0.3, 2.5])
})

it.each([
  ['brightness 0 gives black', { brightness: 0 }, [0.8, 0.5, 0.2], [0, 0, 0]],
  ['brightness multiplies colors', { brightness: 150 }, [0.4, 0.2, 0.1], [0.6, 0.3, 0.15]],
  ['contrast 0 gives mid-gray', { contrast: 0 }, [0.8, 0.5, 0.2], [0.5, 0.5, 0.5]],
  ["contrast doesn't change mid-gray", { contrast: 200 }, [0.6, 0.5, 0.4], [0.7, 0.5, 0.3]],
  ['saturation 0 gives the luma as gray', { saturation: 0 }, [1, 0, 0], [0.213, 0.213, 0.213]],
  ['fade lightens black', { fade: 100 }, [0, 0, 0], [0.2, 0.2, 0.2]],
  ['fade darkens white', { fade: 100 }, [1, 1, 1], [0.94, 0.94, 0.94]],
  ["the Blacks slider doesn't change black and white", { blacks: 100 }, [0, 1, 0], [0, 1, 0]],
  ['the Blacks slider darkens dark grays', { blacks: 100 }, [0.1, 0.1, 0.1], [0.033, 0.033, 0.033]],
] as [string, Partial<TuneSettings>, Rgb, number[]][])('in Tune, %s', (_, some, color, expected) => {
  expect(rounded(paint(color, some))).toEqual(expected)
})

it('Exposure 50 is 1 EV, which doubles the linear light', () => {
  const linear = (v: number) => ((v + 0.055) / 1.055) ** 2.4
  const [dark] = paint([0.2, 0.2, 0.2], { exposure: 50 })
  expect(linear(dark) / linear(0.2)).toBeCloseTo(2, 6)
  expect(rounded(paint([1, 1, 1], { exposure: 100 }))).toEqual([1, 1, 1])
})

it('the Shadows slider lightens dark areas but not white', () => {
  expect(paint([0.1, 0.1, 0.1], { shadows: 100 })[0]).toBeGreaterThan(0.13)
  expect(rounded(paint([1, 1, 1], { shadows: 100 }))).toEqual([1, 1, 1])
})

it('the Highlights slider darkens bright areas but not black', () => {
  expect(paint([0.95, 0.95, 0.95], { highlights: -100 })[0]).toBeLessThan(0.8)
  expect(rounded(paint([0.02, 0.02, 0.02], { highlights: -100 }))).toEqual([0.02, 0.02, 0.02])
})

it('a later shader step of Tune can bring values above 1 back into range', () => {
  const [bright] = paint([0.8, 0.8, 0.8], { brightness: 150, contrast: 50 })
  expect(bright).toBeCloseTo(0.85, 6)
})

it('sharpening overshoots by less than its limit', () => {
  const uniforms = uniformsOf({ sharpness: 100 })
  expect(tuned(GRAY, uniforms, CENTER)[0]).toBeLessThan(0.62)
  expect(tuned(GRAY, uniforms, { ...CENTER, low: 0.5 - 1 / 255 })).toEqual(GRAY)
})

it('sharpening the largest photo needs at most 48 weights, as many as the shader supports', () => {
  expect(sharpenReach(32_767)).toBeLessThanOrEqual(48)
})

it('Shadows, Highlights and Exposure never invert a gradient', () => {
  for (const shadows of [-100, 100])
    for (const highlights of [-100, 100])
      for (const exposure of [-100, 0, 100]) {
        let last = -1
        for (let i = 0; i <= 255; i++) {
          const [value] = paint([i / 255, i / 255, i / 255], { shadows, highlights, exposure })
          expect(value).toBeGreaterThanOrEqual(last - 1e-9)
          last = value
        }
      }
})

const CORNER = { ...CENTER, place: [0, 1] } as const

it("a vignette changes the photo's corners to black or white, but not the center", () => {
  expect(paint(GRAY, { vignette: -100 }).map((v) => Math.round(v * 1e6) / 1e6)).toEqual(GRAY)
  expect(rounded(tuned(GRAY, uniformsOf({ vignette: -100 }), CORNER))).toEqual([0, 0, 0])
  expect(rounded(tuned(GRAY, uniformsOf({ vignette: 100 }), CORNER))).toEqual([1, 1, 1])
})

it('Vignette size moves the start of the vignette outward, and Vignette softness moves its end outward', () => {
  const edge = { ...CENTER, place: [0.9, 0.5] } as const // 0.57 of the distance from the center to a corner
  const at = (some: Partial<TuneSettings>) => tuned(GRAY, uniformsOf({ vignette: -50, ...some }), edge)[0]
  expect(at({ vignetteSize: 80 })).toBeGreaterThan(at({ vignetteSize: 20 }))
  expect(at({ vignetteSize: 60, vignetteSoftness: 0 })).toBeCloseTo(0.5, 6)
  expect(at({ vignetteSize: 55, vignetteSoftness: 0 })).toBeLessThan(0.4)
})
