import { expect, it } from 'vitest'
import { conform, defaults } from '#client/kit/values/fields.ts'
import { emptyDocument } from '#client/model/document/document.ts'
import { tuneFields } from '#shaders/tune/enhancements.ts'
import { applyLook, automaticLook, LOOKS } from './looks.ts'

const neutral = defaults(tuneFields)

it.each(LOOKS)(
  "the look $name has valid values and doesn't use enhancements that read neighboring pixels",
  ({ values }) => {
    const set = { ...neutral, ...values }
    expect(conform(tuneFields, set)).toEqual(set)
    expect(set).not.toEqual(neutral)
    for (const name of ['highlights', 'shadows', 'sharpness', 'blur']) expect(values).not.toHaveProperty(name)
  },
)

it('applyLook changes only the parts of the photo whose switch is on', () => {
  const { tune } = emptyDocument()
  for (const set of Object.values(tune)) set.fade = 30
  applyLook(tune, { contrast: 120 }, { foreground: false, background: true })
  expect(tune.background).toEqual({ ...neutral, contrast: 120 })
  expect(tune.foreground).toEqual({ ...neutral, fade: 30 })
})

/**
 * Returns a photo with reddish, greenish and bluish rows. Each row is a gradient from `darkest` to `lightest` (0..255).
 * `offset` is added to the channels.
 */
function photoOf(darkest: number, lightest: number, offset: readonly number[] = [0, 0, 0]) {
  const [width, height] = [40, 21]
  const pixels = new Uint8ClampedArray(4 * width * height).fill(255)
  for (let i = 0; i < width * height; i++)
    for (const [c, add] of offset.entries()) {
      const colorful = Math.floor(i / width) % 3 === c ? 25 : 0
      pixels[4 * i + c] = darkest + ((lightest - darkest) * (i % width)) / (width - 1) + colorful + add
    }
  return { pixels, width, height }
}

it('the automatic look brightens a dark photo', () => {
  expect(automaticLook(photoOf(0, 90), 'srgb').exposure).toBeGreaterThan(15)
})

it('the automatic look darkens a bright photo', () => {
  expect(automaticLook(photoOf(170, 255), 'srgb').exposure).toBeLessThan(-15)
})

it('the automatic look raises the contrast of a low-contrast photo', () => {
  expect(automaticLook(photoOf(100, 150), 'srgb').contrast).toBeGreaterThan(110)
})

it('the automatic look removes a blue cast', () => {
  expect(automaticLook(photoOf(30, 220, [0, 0, 24]), 'srgb').temperature).toBeGreaterThan(5)
})

it("the automatic look doesn't make a colorful subject next to gray pixels less colorful", () => {
  const photo = photoOf(30, 215)
  for (let i = 0; i < photo.width * 10; i++) photo.pixels.set([230, 90, 30], 4 * i) // the upper half is orange
  const { temperature, tint, saturation } = automaticLook(photo, 'srgb')
  expect([Math.abs(temperature!) < 4, Math.abs(tint!) < 4, saturation]).toEqual([true, true, 100])
})

it('the automatic look changes each enhancement of a well exposed photo by at most 4', () => {
  const values = automaticLook(photoOf(30, 215), 'srgb')
  for (const [name, value] of Object.entries(values))
    expect(Math.abs(value - neutral[name as keyof typeof neutral]), name).toBeLessThanOrEqual(4)
})
