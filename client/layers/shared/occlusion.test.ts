import { expect, it } from 'vitest'
import { defaults } from '#client/kit/base/fields.ts'
import type { AssetId, LayerId } from '#client/kit/base/ids.ts'
import type { MatteAsset } from '#client/model/assets/store.ts'
import { cropFields } from '#client/model/document/crop.ts'
import { type DocumentSnapshot, emptyDocument, type LayerBase } from '#client/model/document/document.ts'
import type { Placed } from '#client/render/kind.ts'
import { hiddenFraction, leastHiddenCenter } from './occlusion.ts'

const SIZE = { width: 200, height: 100 }

/** The subject covers the right half of the photo. */
const matte: MatteAsset = {
  kind: 'matte',
  id: 'm' as AssetId,
  ...SIZE,
  coverage: Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, i) => (i % SIZE.width < 100 ? 0 : 255)),
}
const subject: LayerBase = { id: 's' as LayerId, kind: 'subject', placement: 'foreground' }
const docWith = (layer: LayerBase | null): DocumentSnapshot => ({
  ...emptyDocument(),
  photo: { asset: 'p' as AssetId, name: 'p.png', hasAlpha: false, ...SIZE },
  layers: layer ? { [layer.id]: layer } : {},
  order: layer ? [layer.id] : [],
})

const layer: LayerBase = { id: 'l' as LayerId, kind: 'shape', placement: 'background' }
/** Returns a box of 80 × 20 px. */
const boxAt = (x: number, rotation = 0): Placed => ({ center: { x, y: 50 }, size: { width: 80, height: 20 }, rotation })

it.each([
  ['beside the subject', 50, 0],
  ['half behind it', 100, 0.5],
  ['wholly behind it', 150, 1],
  ['behind it and beyond the photo', 200, 1],
  ['outside of the canvas', 260, 0],
])('measures the hidden fraction of a layer %s', (_, x, fraction) => {
  expect(hiddenFraction(layer, boxAt(x), docWith(subject), matte)).toBeCloseTo(fraction, 5)
})

it('measures a rotated layer in its rotated position', () => {
  expect(hiddenFraction(layer, boxAt(106, 90), docWith(subject), matte)).toBeGreaterThan(0.7)
  expect(hiddenFraction(layer, boxAt(106), docWith(subject), matte)).toBeLessThan(0.6)
})

it('the hidden fraction is 0 in front of the subject and without a visible subject', () => {
  expect(hiddenFraction({ ...layer, placement: 'foreground' }, boxAt(150), docWith(subject), matte)).toBe(0)
  expect(hiddenFraction(layer, boxAt(150), docWith({ ...subject, isHidden: true }), matte)).toBe(0)
  expect(hiddenFraction(layer, boxAt(150), docWith(null), matte)).toBe(0)
})

it('finds a place beside the subject and within the canvas', () => {
  const doc = docWith(subject)
  const center = leastHiddenCenter(layer, boxAt(150), doc, matte)
  expect(hiddenFraction(layer, { ...boxAt(150), center }, doc, matte)).toBeLessThan(0.15)
  expect(center.x).toBeGreaterThanOrEqual(40)
})

it('keeps an unhidden layer in place', () => {
  expect(leastHiddenCenter(layer, boxAt(52), docWith(subject), matte)).toEqual({ x: 52, y: 50 })
})

it('keeps the whole box inside the image and clear of its edge', () => {
  const lower = matte.coverage.map((_, i) => (i < 30 * SIZE.width ? 0 : 255)) // the upper 30 px are free
  const box: Placed = { center: { x: 100, y: 50 }, size: { width: 120, height: 40 }, rotation: 0 }
  const center = leastHiddenCenter(layer, box, docWith(subject), { ...matte, coverage: lower })
  expect(center.y).toBe(22)
})

it('finds a place inside the crop', () => {
  const crop = { ...defaults(cropFields), format: 'free' as const, x: 80, y: 0, width: 120, height: 100 }
  const center = leastHiddenCenter(layer, boxAt(150), { ...docWith(subject), crop }, matte)
  expect(center.x).toBeGreaterThanOrEqual(120)
})
