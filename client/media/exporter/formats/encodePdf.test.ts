import { expect, it } from 'vitest'
import { pdfPageBoxes } from './encodePdf.ts'

const MM = 72 / 25.4

it('an A4 page with 3 mm bleed has an A4 trim box', () => {
  const size = { width: Math.round((216 / 25.4) * 300), height: Math.round((303 / 25.4) * 300) }
  const { media, trim, userUnit } = pdfPageBoxes(size, 300, 3)
  expect(userUnit).toBe(1)
  expect(media.width / MM).toBeCloseTo(216, 1)
  expect(media.height / MM).toBeCloseTo(303, 1)
  expect(trim.x / MM).toBeCloseTo(3, 6)
  expect(trim.width / MM).toBeCloseTo(210, 1)
  expect(trim.height / MM).toBeCloseTo(297, 1)
})

it('a large bleed leaves at least half of a small page as the trim box', () => {
  const { media, trim } = pdfPageBoxes({ width: 20, height: 100 }, 300, 20)
  expect(trim.width).toBeCloseTo(media.width / 2, 6)
  expect(trim.height).toBeCloseTo(media.height - media.width / 2, 6)
})

it('a PDF page longer than 200 inches has a UserUnit greater than 1', () => {
  const { media, userUnit } = pdfPageBoxes({ width: 28_800, height: 100 }, 72, 0)
  expect(userUnit).toBe(2)
  expect(media.width).toBe(14_400)
})
