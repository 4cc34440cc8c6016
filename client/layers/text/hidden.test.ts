import { expect, it } from 'vitest'
import { defaults } from '../../kit/base/fields.ts'
import type { AssetId, LayerId } from '../../kit/base/ids.ts'
import type { MatteAsset } from '../../model/assets/store.ts'
import { type DocumentSnapshot, emptyDocument, type LayerBase } from '../../model/document/document.ts'
import { hiddenPart } from './hidden.ts'
import { type TextLayer, textFields } from './schema.ts'

const SIZE = { width: 200, height: 100 }

/** The subject is the right half of the photo. */
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
const textAt = (horizontal: number, values: Partial<TextLayer> = {}): TextLayer => ({
  ...defaults(textFields),
  id: 't' as LayerId,
  kind: 'text',
  placement: 'background',
  fontSize: 20,
  position: { horizontal, vertical: 50 },
  ...values,
})
/** Four letters wide, one high. */
const INK = { x: -2, y: -0.5, width: 4, height: 1 }

it.each([
  ['beside the subject', 25, 0],
  ['half behind it', 50, 0.5],
  ['wholly behind it', 75, 1],
  ['behind it and beyond the photo', 100, 1],
  ['out of sight', 130, 0],
])('tells what is hidden of words %s', (_, horizontal, part) => {
  expect(hiddenPart(textAt(horizontal), INK, docWith(subject), matte)).toBeCloseTo(part, 5)
})

it('goes by where the words are when they are turned', () => {
  const upright = textAt(53, { rotation: 90 })
  expect(hiddenPart(upright, INK, docWith(subject), matte)).toBeGreaterThan(0.7)
  expect(hiddenPart(textAt(53), INK, docWith(subject), matte)).toBeLessThan(0.6)
})

it('finds nothing hidden in front of the subject, and where that is hidden itself or gone', () => {
  expect(hiddenPart(textAt(75, { placement: 'foreground' }), INK, docWith(subject), matte)).toBe(0)
  expect(hiddenPart(textAt(75), INK, docWith({ ...subject, isHidden: true }), matte)).toBe(0)
  expect(hiddenPart(textAt(75), INK, docWith(null), matte)).toBe(0)
})
