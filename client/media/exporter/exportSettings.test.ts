import fc from 'fast-check'
import { expect, it } from 'vitest'
import { conform, defaults } from '#client/kit/values/fields.ts'
import { cropFields, type WithCrop } from '#client/model/document/crop.ts'
import {
  differingFrameRatio,
  enlarged,
  exportFields,
  hasMargins,
  isTooLarge,
  PRESETS,
  planPicture,
} from './exportSettings.ts'
import { formatOf } from './formats/registry.ts'

const settings = (values: object = {}) => conform(exportFields, values)
const CANVAS = { x: 0, y: 0, width: 4001, height: 3000 }

it.each([
  ['original', 1, 4001, 3000],
  ['half', 0.5, 2001, 1500],
  ['double', 2, 8002, 6000],
])('at %s size, the frame contains the whole image', (size, scale, width, height) => {
  expect(planPicture(settings({ size }), CANVAS, 1)).toEqual({ scale, frame: { x: 0, y: 0, width, height } })
})

it('a custom scale multiplies the scale of the export', () => {
  const plan = planPicture(settings({ size: 'own', scale: 25 }), { x: 0, y: 0, width: 400, height: 300 }, 2)
  expect(plan).toEqual({ scale: 0.5, frame: { x: 0, y: 0, width: 200, height: 150 } })
})

it('exporting part of the image at half size halves the position and the size of the frame', () => {
  const plan = planPicture(settings({ size: 'half' }), { x: 100, y: 50, width: 300, height: 201 }, 1)
  expect(plan.frame).toEqual({ x: 50, y: 25, width: 150, height: 101 })
})

it('the frame contains every pixel of a subject with fractional scaled bounds', () => {
  const picture = { x: 0, y: 0, width: 101, height: 201 }
  const plan = (content: typeof picture) => planPicture(settings({ size: 'half' }), content, 1, 1, picture).frame
  expect(plan({ x: 1, y: 1, width: 99, height: 99 })).toEqual({ x: 0, y: 0, width: 50, height: 50 })
  expect(plan({ x: 3, y: 3, width: 4, height: 4 })).toEqual({ x: 1, y: 1, width: 3, height: 3 })
  expect(plan(picture)).toEqual({ x: 0, y: 0, width: 51, height: 101 })
  const corner = planPicture(
    settings({ size: 'own', scale: 5 }),
    { x: 100, y: 200, width: 1, height: 1 },
    1,
    1,
    picture,
  )
  expect(corner.frame).toEqual({ x: 4, y: 9, width: 1, height: 1 })
  const quarter = planPicture(settings({ size: 'own', scale: 25 }), { ...picture, x: 1, width: 100 }, 1, 1, picture)
  expect(quarter.frame).toEqual({ x: 0, y: 0, width: 25, height: 50 })
})

const FRAME = { ...defaults(cropFields), format: '9:16', width: 608, height: 1080 } as const
const cropped = (crop: object): WithCrop => ({
  photo: { width: 1622, height: 1080, hasAlpha: false },
  backdrop: { type: 'original' },
  crop: { ...FRAME, ...crop },
})
const STORY = { fileWidth: 1080, fileHeight: 1920 }

it.each([
  ['a small photo gets the chosen size', STORY, {}, '1080x1920'],
  ['a small photo gets a custom size', { fileWidth: 900, fileHeight: 1600 }, {}, 'pixels'],
  ['a larger photo keeps its resolution', { fileWidth: 540, fileHeight: 960 }, {}, 'original'],
  ['a frame without a chosen size keeps its resolution', {}, {}, 'original'],
  ['a frame of another ratio ignores the chosen size', { ...STORY, width: 700 }, {}, 'original'],
  ['a photo at half size ignores the chosen size', STORY, { size: 'half' }, 'half'],
  ['the subject alone keeps its resolution', STORY, { content: 'subject' }, 'original'],
])('an export of %s', (_, crop, values, size) => {
  expect(enlarged(settings(values), cropped(crop)).size).toBe(size)
})

it('an enlarged crop is exported at exactly the chosen size, without margins', () => {
  const plan = planPicture(enlarged(settings(), cropped(STORY)), { x: 0, y: 0, width: 608, height: 1080 }, 1)
  expect(plan.frame).toMatchObject({ width: 1080, height: 1920 })
  expect(608 * plan.scale).toBeGreaterThanOrEqual(1080)
})

const sides = fc.integer({ min: 20, max: 9000 })

it('cropping to a preset does not leave a margin', () => {
  fc.assert(
    fc.property(fc.constantFrom(...PRESETS), sides, sides, (size, width, height) => {
      const canvas = { x: 0, y: 0, width, height }
      const [across, down] = size.split('x').map(Number) as [number, number]
      const crop = planPicture(settings({ size }), canvas, 1)
      expect(crop.frame).toMatchObject({ width: across, height: down })
      const painted = { width: Math.round(width * crop.scale), height: Math.round(height * crop.scale) }
      expect(crop.frame.x).toBeGreaterThanOrEqual(0)
      expect(crop.frame.y).toBeGreaterThanOrEqual(0)
      expect(crop.frame.x + across).toBeLessThanOrEqual(painted.width)
      expect(crop.frame.y + down).toBeLessThanOrEqual(painted.height)
      const fit = planPicture(settings({ size, fitting: 'fit' }), canvas, 1)
      if (!differingFrameRatio(settings({ size }), canvas)) return
      expect(Math.round(width * fit.scale)).toBeLessThanOrEqual(across)
      expect(Math.round(height * fit.scale)).toBeLessThanOrEqual(down)
      expect(fit.frame.x <= 0 && fit.frame.y <= 0).toBe(true)
    }),
  )
})

it('an image with the aspect ratio of the preset does not get a margin', () => {
  const picture = { x: 0, y: 0, width: 410, height: 512 } // an image with the ratio 4:5 in whole pixels
  const fitted = settings({ size: '1080x1350', fitting: 'fit' })
  const { scale, frame } = planPicture(fitted, picture, 1)
  expect(Math.round(410 * scale)).toBeGreaterThanOrEqual(1080)
  expect(Math.round(512 * scale)).toBeGreaterThanOrEqual(1350)
  expect(frame).toMatchObject({ width: 1080, height: 1350 })
  expect(hasMargins(fitted, picture)).toBe(false)
  expect(differingFrameRatio(fitted, picture)).toBeNull()
})

it("differingFrameRatio returns the preset's aspect ratio if the image's aspect ratio differs", () => {
  const square = settings({ size: '1080x1080', fitting: 'fit' })
  expect(hasMargins(square, CANVAS)).toBe(true)
  expect(differingFrameRatio(square, CANVAS)).toBe(1)
  expect(differingFrameRatio(settings({ size: 'half' }), CANVAS)).toBeNull()
})

it.each([
  ['png', 8000, 6000, false],
  ['png', 16_000, 12_000, false],
  ['png', 16_000, 16_000, true],
  ['jpeg', 65_535, 100, false],
  ['jpeg', 65_536, 100, true],
  ['webp', 16_383, 10_000, false],
  ['webp', 16_384, 100, true],
] as const)('isTooLarge of a %s of %i × %i px is %s', (format, width, height, tooLarge) => {
  expect(isTooLarge(formatOf(format), { width, height })).toBe(tooLarge)
})
