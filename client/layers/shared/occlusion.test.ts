import { describe, expect, it } from 'vitest'
import { defaults } from '#client/kit/base/fields.ts'
import type { AssetId, LayerId } from '#client/kit/base/ids.ts'
import type { MatteAsset } from '#client/model/assets/store.ts'
import { cropFields } from '#client/model/document/crop.ts'
import { type DocumentSnapshot, emptyDocument, type LayerBase } from '#client/model/document/document.ts'
import type { LayerTransform, Placed } from '#client/render/kind.ts'
import { hiddenFraction, isAlmostHidden, isMostlyHidden, leastHiddenCenter, mostReadable } from './occlusion.ts'

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
  ['beside the subject', 50, 0],
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
])('for a layer with %s behind the subject, isMostlyHidden is %s and isAlmostHidden %s', (_, isMostly, isAlmost, x) => {
  const checked = [layer, { ...transform, placed: () => boxAt(x) }, docWith(subject), matte] as const
  expect([isMostlyHidden(...checked), isAlmostHidden(...checked)]).toEqual([isMostly, isAlmost])
})

it('rotating a layer changes its hidden fraction', () => {
  expect(hiddenFraction(layer, boxAt(106, 90), docWith(subject), matte)).toBeGreaterThan(0.7)
  expect(hiddenFraction(layer, boxAt(106), docWith(subject), matte)).toBeLessThan(0.6)
})

it('a layer in front of the subject has the hidden fraction 0', () => {
  expect(hiddenFraction({ ...layer, placement: 'foreground' }, boxAt(150), docWith(subject), matte)).toBe(0)
  expect(hiddenFraction(layer, boxAt(150), docWith({ ...subject, isHidden: true }), matte)).toBe(0)
  expect(hiddenFraction(layer, boxAt(150), docWith(null), matte)).toBe(0)
})

it('leastHiddenCenter moves a hidden layer beside the subject, within the canvas', () => {
  const doc = docWith(subject)
  const center = leastHiddenCenter(layer, boxAt(150), doc, matte)
  expect(hiddenFraction(layer, { ...boxAt(150), center }, doc, matte)).toBeLessThan(0.15)
  expect(center.x).toBeGreaterThanOrEqual(40)
})

it("leastHiddenCenter doesn't move a visible layer", () => {
  expect(leastHiddenCenter(layer, boxAt(52), docWith(subject), matte)).toEqual({ x: 52, y: 50 })
})

it('leastHiddenCenter keeps the layer inside the image, away from its edges', () => {
  const lower = matte.coverage.map((_, i) => (i < 30 * SIZE.width ? 0 : 255)) // the subject does not cover the upper 30 px of the photo
  const box: Placed = { center: { x: 100, y: 50 }, size: { width: 120, height: 40 }, rotation: 0 }
  const center = leastHiddenCenter(layer, box, docWith(subject), { ...matte, coverage: lower })
  expect(center.y).toBe(22)
})

it('leastHiddenCenter moves a visible layer that overhangs the image into the image', () => {
  const lower = Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, i) => (i < 20 * SIZE.width ? 0 : 255))
  const box = { ...boxAt(100), center: { x: 100, y: 8 } }
  const center = leastHiddenCenter(layer, box, docWith(subject), { ...matte, coverage: lower })
  expect(center).toEqual({ x: 100, y: 10 })
})

it('leastHiddenCenter keeps a margin of 5 % at the side of the image', () => {
  const right = matte.coverage.map((_, i) => (i % SIZE.width < 80 ? 0 : 255))
  expect(leastHiddenCenter(layer, boxAt(150), docWith(subject), { ...matte, coverage: right }).x).toBe(50)
})

it('leastHiddenCenter returns a position inside the crop', () => {
  const crop = { ...defaults(cropFields), format: 'free' as const, x: 80, y: 0, width: 120, height: 100 }
  const center = leastHiddenCenter(layer, boxAt(150), { ...docWith(subject), crop }, matte)
  expect(center.x).toBeGreaterThanOrEqual(120)
})

describe('the most readable position of a text', () => {
  const doc = docWith(subject)
  const letters = { columns: 8, rows: 1 }
  /** Returns the text's boxes at the scales 1 and 0.5. */
  const sizes = (width: number, height: number): Placed[] =>
    [1, 0.5].map((by) => ({
      center: { x: 100, y: 50 },
      size: { width: by * width, height: by * height },
      rotation: 0,
    }))

  it('mostReadable picks a smaller size that shows all letters next to the subject', () => {
    const { box, index } = mostReadable(layer, sizes(160, 30), letters, doc, matte)
    expect(index).toBe(1)
    expect(hiddenFraction(layer, box, doc, matte)).toBe(0)
  })

  it('mostReadable keeps the preferred size when only the lower part of the letters is covered', () => {
    const lower = matte.coverage.map((_, i) => (i < 18 * SIZE.width ? 0 : 255)) // the subject covers the lower part of letters 30 px high
    const { box, index } = mostReadable(layer, sizes(160, 30), letters, doc, { ...matte, coverage: lower })
    expect(index).toBe(0)
    expect(box.center.y).toBeLessThanOrEqual(20)
  })

  it('mostReadable hides one letter completely rather than half of many letters', () => {
    // In the upper half of the image, a vertical bar covers one letter. In the lower half, the coverage is 60 %
    // everywhere.
    const coverage = matte.coverage.map((_, i) => {
      const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)]
      return y < 50 ? (x >= 100 && x < 118 ? 255 : 0) : 153
    })
    const [preferred] = sizes(180, 20)
    const { box } = mostReadable(layer, [preferred!], letters, doc, { ...matte, coverage })
    expect(box.center.y + 10).toBeLessThanOrEqual(50)
  })

  it('mostReadable centres a text if another position is only slightly more readable', () => {
    // the subject covers a part of the first letter of the centred text, which is 150 px wide
    const coverage = matte.coverage.map((_, i) => (i % SIZE.width < 35 ? 255 : 0))
    const [preferred] = sizes(150, 20)
    const { box } = mostReadable(layer, [preferred!], letters, doc, { ...matte, coverage })
    expect(box.center.x).toBe(100)
  })

  it('mostReadable rather hides one of eight letters than moves a centred text sideways', () => {
    const coverage = matte.coverage.map((_, i) => (i % SIZE.width < 40 ? 255 : 0))
    const [preferred] = sizes(150, 20)
    const { box } = mostReadable(layer, [preferred!], letters, doc, { ...matte, coverage })
    expect(box.center.x).toBe(100)
  })
})
