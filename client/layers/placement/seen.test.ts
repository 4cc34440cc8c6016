import { expect, it } from 'vitest'
import { defaults } from '#client/kit/values/fields.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { type Crop, cropFields } from '#client/model/document/crop.ts'
import { emptyDocument } from '#client/model/document/document.ts'
import { centerInPicture, percentInPicture, pointInPicture } from './seen.ts'

/** Returns a document of 400 × 300 px with a crop of 100 × 50 px. */
function cropped(change: Partial<Crop> = {}) {
  const doc = emptyDocument()
  doc.photo = { asset: 'p' as AssetId, name: 'p.jpg', width: 400, height: 300, hasAlpha: false }
  doc.crop = { ...defaults(cropFields), format: 'free', x: 250, y: 20, width: 100, height: 50, ...change }
  return doc
}

it('percentInPicture returns a point in percent of the crop', () => {
  expect(percentInPicture({ x: 300, y: 45 }, cropped())).toEqual({ horizontal: 50, vertical: 50 })
  expect(pointInPicture({ horizontal: 0, vertical: 100 }, cropped())).toEqual({ x: 250, y: 70 })
})

it.each<[string, Partial<Crop>]>([
  ['upright', {}],
  ['mirrored', { isMirrored: true }],
  ['turned', { quarterTurns: 1, x: 20, y: 250, width: 50, height: 100 }],
  ['straightened', { angle: 7 }],
])('percentInPicture is the inverse of pointInPicture in an image that is %s', (_, change) => {
  const at = pointInPicture({ horizontal: 30, vertical: 80 }, cropped(change))
  const back = percentInPicture(at, cropped(change))
  expect(back.horizontal).toBeCloseTo(30, 9)
  expect(back.vertical).toBeCloseTo(80, 9)
})

it('centerInPicture moves a box into the crop', () => {
  const box = (x: number, y: number, width: number) => ({ center: { x, y }, size: { width, height: 10 }, rotation: 0 })
  expect(centerInPicture(box(200, 45, 90), cropped())).toEqual({ x: 295, y: 45 })
  expect(centerInPicture(box(300, 45, 90), cropped())).toEqual({ x: 300, y: 45 })
})

it('centerInPicture centers a box that is too large for the crop', () => {
  const large = { center: { x: 0, y: 0 }, size: { width: 300, height: 10 }, rotation: 0 }
  expect(centerInPicture(large, cropped())).toEqual({ x: 300, y: 25 })
})
