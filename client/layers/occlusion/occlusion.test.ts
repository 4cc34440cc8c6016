import { expect, it } from 'vitest'
import { defaults } from '#client/kit/values/fields.ts'
import type { AssetId, LayerId } from '#client/kit/values/ids.ts'
import type { MatteAsset } from '#client/model/assets/store.ts'
import { cropFields } from '#client/model/document/crop.ts'
import { type DocumentSnapshot, emptyDocument, type LayerBase } from '#client/model/document/document.ts'
import type { LayerTransform, Placed } from '#client/render/kind.ts'
import { hiddenFraction, isAlmostHidden, isMostlyHidden, leastHiddenCenter } from './occlusion.ts'

const SIZE = { width: 200, height: 100 }

/** A matte that covers the right half of the photo. */
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

const transform: LayerTransform<LayerBase> = { placed: () => boxAt(0), moveTo() {} }
const layer: LayerBase = { id: 'l' as LayerId, kind: 'shape', placement: 'background' }
/** Returns a box of 80 × 20 px. */
const boxAt = (x: number, rotation = 0): Placed => ({ center: { x, y: 50 }, size: { width: 80, height: 20 }, rotation })

it.each([
  ['next to the subject', 50, 0],
  ['half behind the subject', 100, 0.5],
  ['wholly behind the subject', 150, 1],
  ['behind the subject and beyond the photo', 200, 1],
  ['outside of the canvas', 260, 0],
])('hiddenFraction returns the hidden fraction of a layer %s', (_, x, fraction) => {
  expect(hiddenFraction(layer, boxAt(x), docWith(subject), matte)).toBeCloseTo(fraction, 5)
})

it.each([
  ['half of it', false, false, 100],
  ['two thirds of it', true, false, 113],
  ['all of it', true, true, 150],
])(
  'for a layer with %s behind the subject, isMostlyHidden is %s and isAlmostHidden is %s',
  (_, isMostly, isAlmost, x) => {
    const checked = [layer, { transform: { ...transform, placed: () => boxAt(x) } }, docWith(subject), matte] as const
    expect([isMostlyHidden(...checked), isAlmostHidden(...checked)]).toEqual([isMostly, isAlmost])
  },
)

it("hiddenFraction takes the layer's rotation into account", () => {
  expect(hiddenFraction(layer, boxAt(106, 90), docWith(subject), matte)).toBeGreaterThan(0.7)
  expect(hiddenFraction(layer, boxAt(106), docWith(subject), matte)).toBeLessThan(0.6)
})

it('hiddenFraction is 0 for a layer in front of the subject', () => {
  expect(hiddenFraction({ ...layer, placement: 'foreground' }, boxAt(150), docWith(subject), matte)).toBe(0)
  expect(hiddenFraction(layer, boxAt(150), docWith({ ...subject, isHidden: true }), matte)).toBe(0)
  expect(hiddenFraction(layer, boxAt(150), docWith(null), matte)).toBe(0)
})

it('leastHiddenCenter moves a hidden layer next to the subject, within the canvas', () => {
  const doc = docWith(subject)
  const center = leastHiddenCenter(layer, boxAt(150), doc, matte)
  expect(hiddenFraction(layer, { ...boxAt(150), center }, doc, matte)).toBeLessThan(0.15)
  expect(center.x).toBeGreaterThanOrEqual(40)
})

it("leastHiddenCenter doesn't move a visible layer", () => {
  expect(leastHiddenCenter(layer, boxAt(52), docWith(subject), matte)).toEqual({ x: 52, y: 50 })
})

it('leastHiddenCenter places the layer inside the image with a margin', () => {
  // the subject leaves the upper 30 px of the photo free
  const lower = matte.coverage.map((_, i) => (i < 30 * SIZE.width ? 0 : 255))
  const box: Placed = { center: { x: 100, y: 50 }, size: { width: 120, height: 40 }, rotation: 0 }
  const center = leastHiddenCenter(layer, box, docWith(subject), { ...matte, coverage: lower })
  expect(center.y).toBe(24)
})

it('leastHiddenCenter moves a layer that extends beyond the image back into the image', () => {
  const lower = Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, i) => (i < 20 * SIZE.width ? 0 : 255))
  const box = { ...boxAt(100), center: { x: 100, y: 8 } }
  const center = leastHiddenCenter(layer, box, docWith(subject), { ...matte, coverage: lower })
  expect(center).toEqual({ x: 100, y: 10 })
})

it("leastHiddenCenter leaves a margin of 5% at the image's side", () => {
  const right = matte.coverage.map((_, i) => (i % SIZE.width < 80 ? 0 : 255))
  expect(leastHiddenCenter(layer, boxAt(150), docWith(subject), { ...matte, coverage: right }).x).toBe(50)
})

it('leastHiddenCenter places the layer inside the crop', () => {
  const crop = { ...defaults(cropFields), format: 'free' as const, x: 80, y: 0, width: 120, height: 100 }
  const center = leastHiddenCenter(layer, boxAt(150), { ...docWith(subject), crop }, matte)
  expect(center.x).toBeGreaterThanOrEqual(120)
})
