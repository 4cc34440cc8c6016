import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { defaults } from '#client/kit/values/fields.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { cropFields } from '#client/model/document/crop.ts'
import type { Document, LayerBase } from '#client/model/document/document.ts'
import { stateHash } from '#client/model/document/testing.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { separatedSession } from '../../tests/helpers/session.ts'
import { addLayer, lockLayer, removeLayer, renameLayer, setBlendMode } from './actions.ts'
import { layersAcceptingStyle, parseClipboard, pasteLayers, pasteStyle, serializeLayers } from './clipboard.ts'
import { type KindName, kindOf, type LayerValues } from './registry.ts'
import type { TextLayer } from './text/schema.ts'

const session = () => separatedSession({ toast: vi.fn() })
const layersOf = ({ doc }: ReturnType<typeof session>) =>
  doc.order.flatMap((id) => (doc.layers[id] ? [doc.layers[id] as LayerBase as TextLayer] : []))

function withTexts() {
  const from = session()
  const ids = ['ONE', 'TWO'].map((text) => addLayer(from, 'text', { text, fontSize: 77 }) as LayerId)
  return { from, ids, packed: serializeLayers(snapshotOf(from), ids) as string }
}

it('pasting several layers adds the layers in order, as one undo step', () => {
  const { from, ids, packed } = withTexts()
  renameLayer(from, ids[0] as LayerId, 'Headline')
  lockLayer(from, ids[0] as LayerId, true)
  const to = session()
  const before = stateHash(snapshotOf(to))
  const { ids: pasted, leftOut } = pasteLayers(to, serializeLayers(snapshotOf(from), ids) as string)
  expect(leftOut).toBe(0)
  const [one, two] = layersOf(to).slice(-2)
  expect(one).toMatchObject({ text: 'ONE', fontSize: 77, name: 'Headline', position: { horizontal: 50, vertical: 50 } })
  expect(two).toMatchObject({ text: 'TWO' })
  expect(one).not.toHaveProperty('isLocked')
  expect(to.ui.selection).toEqual(pasted)
  to.history.undo()
  expect(stateHash(snapshotOf(to))).toBe(before)
  expect(packed).not.toContain(ids[0])
})

it('pasting moves a layer only if another layer has the same position', () => {
  const { from, packed } = withTexts()
  pasteLayers(from, packed)
  const [one, , copy] = layersOf(from).filter(({ kind }) => kind === 'text')
  expect(copy?.position).not.toEqual(one?.position)
  from.history.undo()
  from.history.undo()
  from.history.undo()
  pasteLayers(from, packed)
  expect(layersOf(from).at(-2)).toMatchObject({ text: 'ONE', position: { horizontal: 50, vertical: 50 } })
})

it("the photo's background and subject can't be copied or pasted", () => {
  const { from } = withTexts()
  const own = from.doc.order.filter((id) => ['background', 'subject'].includes(from.doc.layers[id]?.kind ?? ''))
  expect(own.length).toBeGreaterThan(0)
  expect(serializeLayers(snapshotOf(from), own)).toBeNull()
  const forged = JSON.stringify({ layers: [{ kind: 'subject' }, { kind: 'background' }] })
  expect(pasteLayers(from, forged)).toEqual({ ids: [], leftOut: 0 })
})

it('pasting skips image layers whose pixels are missing', () => {
  const to = session()
  const before = stateHash(snapshotOf(to))
  const forged = JSON.stringify({
    layers: [
      { kind: 'sticker', type: 'image', content: 'elsewhere' },
      { kind: 'overlay', content: 'elsewhere' },
    ],
  })
  expect(pasteLayers(to, forged)).toEqual({ ids: [], leftOut: 2 })
  expect(stateHash(snapshotOf(to))).toBe(before)
  const emoji = JSON.stringify({ layers: [{ kind: 'sticker', content: '🐈' }] })
  expect(pasteLayers(to, emoji).ids).toHaveLength(1)
})

it('pasting skips a copy of the subject while the photo has no subject', () => {
  const to = session()
  const clone = JSON.stringify({ layers: [{ kind: 'clone' }] })
  expect(pasteLayers(to, clone).ids).toHaveLength(1)
  to.history.restart(() => {
    to.doc.separation = null
  })
  to.ui.subject.missingIn = to.doc.photo!.asset
  expect(pasteLayers(to, clone)).toEqual({ ids: [], leftOut: 1 })
})

it('an object is pasted only if its matte belongs to the open photo', () => {
  const at = session()
  const { width, height } = at.doc.photo!
  const matteOf = (size: { width: number; height: number }) =>
    at.assets.put({ kind: 'matte', ...size, coverage: new Uint8Array(size.width * size.height) })
  const id = addLayer(at, 'object', { lifted: { matte: matteOf({ width, height }) }, position: {} }) as LayerId
  expect(pasteLayers(at, serializeLayers(snapshotOf(at), [id]) as string).ids).toHaveLength(1)
  const before = stateHash(snapshotOf(at))
  const forged = ['elsewhere', at.doc.photo!.asset, matteOf({ width: 2, height: 2 })]
  const layers = forged.map((matte) => ({ kind: 'object', lifted: { matte } }))
  const photo = at.doc.photo!.asset
  expect(pasteLayers(at, JSON.stringify({ photo, layers }))).toEqual({ ids: [], leftOut: 3 })
  expect(stateHash(snapshotOf(at))).toBe(before)
})

it("an object that was cut is pasted in its original place, aligned with the photo's pixels", () => {
  const at = session()
  const { width, height } = at.doc.photo!
  const matte = at.assets.put({ kind: 'matte', width, height, coverage: new Uint8Array(width * height) })
  const id = addLayer(at, 'object', { lifted: { matte }, position: { x: 0, y: 0 } }) as LayerId
  const packed = serializeLayers(snapshotOf(at), [id]) as string
  removeLayer(at, id)
  expect(at.doc.layers[id]?.isHidden).toBe(true)
  const [pasted] = pasteLayers(at, packed).ids
  expect(at.doc.layers[pasted!]).toMatchObject({ position: { x: 0, y: 0 } })
})

it("an object isn't pasted into another photo of the same size", () => {
  const at = session()
  const { width, height, asset } = at.doc.photo!
  const matte = at.assets.put({ kind: 'matte', width, height, coverage: new Uint8Array(width * height) })
  const id = addLayer(at, 'object', { lifted: { matte }, position: {} }) as LayerId
  const packed = serializeLayers(snapshotOf(at), [id]) as string
  at.ui.copied = packed
  at.history.restart(() => {
    const bitmap = { width, height, close() {} } as ImageBitmap
    const other = at.assets.put({ kind: 'bitmap', bitmap, width, height, hasAlpha: false, sha256: 'q' })
    at.doc.photo = { ...at.doc.photo!, asset: other }
    delete at.doc.layers[id]
  })
  at.collect()
  expect(at.assets.matte(matte)).not.toBeNull()
  expect(at.assets.bitmap(asset), 'the copied object keeps its photo in memory').toBeNull()
  expect(pasteLayers(at, packed)).toEqual({ ids: [], leftOut: 1 })
})

/** Opens another segmented photo of this size, with this crop. */
function photoOf(width: number, height: number, crop: Document['crop'] = null) {
  const at = session()
  at.history.restart(() => {
    Object.assign(at.doc.photo!, { asset: `${width}`, width, height })
    at.doc.separation!.box = { x: 0.3 * width, y: 0.2 * height, width: 0.4 * width, height: 0.8 * height }
    at.doc.crop = crop
  })
  return at
}

const PASTED: [KindName, LayerValues][] = [
  ['text', { text: 'A', fontSize: 500, position: { horizontal: 50, vertical: 20 } }],
  ['shape', { scale: 400, position: { horizontal: 30, vertical: 60 } }],
  ['drawing', { points: [3000, 3500].map((x) => ({ x, y: 2500, size: 40, color: '#ff0000' })) }],
]

it.each([
  ['a smaller photo', 1200, 900, 0.3],
  ['a larger photo', 8000, 6000, 2],
  ['a photo of the same size', 4000, 3000, 1],
] as const)('layers pasted into %s have the same relative position and size', (_, width, height, factor) => {
  const [at, other] = [photoOf(4000, 3000), photoOf(width, height)]
  const ids = PASTED.map(([kind, values]) => addLayer(at, kind, values) as LayerId)
  if (factor === 1) other.history.restart(() => Object.assign(other.doc.photo!, { asset: 'other' }))
  const { ids: pasted } = pasteLayers(other, serializeLayers(snapshotOf(at), ids) as string)
  expect(pasted).toHaveLength(ids.length)
  const [before, after] = [snapshotOf(at), snapshotOf(other)]
  for (const [i, id] of ids.entries()) {
    const [layer, copy] = [before.layers[id]!, after.layers[pasted[i]!]!]
    if (factor === 1) expect({ ...copy, id }).toEqual(layer)
    const { placed } = kindOf(layer.kind).transform!
    const [was, is] = [placed(layer, before), placed(copy, after)]
    expect(is.center.x, layer.kind).toBeCloseTo(factor * was.center.x, 0)
    expect(is.center.y, layer.kind).toBeCloseTo(factor * was.center.y, 0)
    expect(is.size.width / was.size.width, layer.kind).toBeCloseTo(factor, 1)
  }
})

it('a layer of a cropped photo is pasted in the same place in the image', () => {
  const crop = { ...defaults(cropFields), x: 0, y: 0, width: 1000, height: 1000 }
  const at = photoOf(4000, 3000, crop)
  const id = addLayer(at, 'shape', { scale: 100, position: { horizontal: 12.5, vertical: 50 / 3 } }) as LayerId
  const other = photoOf(2000, 2000)
  const [pasted] = pasteLayers(other, serializeLayers(snapshotOf(at), [id]) as string).ids
  expect(other.doc.layers[pasted!]).toMatchObject({ scale: 200, position: { horizontal: 50, vertical: 50 } })
})

it('a layer is pasted inside the crop of another photo of the same size', () => {
  const at = photoOf(4000, 3000)
  const id = addLayer(at, 'shape', { scale: 100, position: { horizontal: 10, vertical: 10 } }) as LayerId
  const other = photoOf(4000, 3000, { ...defaults(cropFields), x: 2000, y: 1500, width: 2000, height: 1500 })
  other.history.restart(() => Object.assign(other.doc.photo!, { asset: 'other' }))
  const [pasted] = pasteLayers(other, serializeLayers(snapshotOf(at), [id]) as string).ids
  expect(other.doc.layers[pasted!]).toMatchObject({ scale: 50, position: { horizontal: 55, vertical: 55 } })
})

it.each([
  ['no canvas', {}],
  ['an invalid canvas and crop', { canvas: { width: 'x', height: null }, crop: { angle: 'x' } }],
])('layers with %s can be pasted', (_, other) => {
  const text = JSON.stringify({ photo: 'elsewhere', layers: [{ kind: 'shape', scale: 50 }], ...other })
  expect(pasteLayers(session(), text).ids).toHaveLength(1)
})

it('pasting does nothing while no layer can be added', () => {
  const { packed } = withTexts()
  const to = session()
  to.history.transact('Remove', () => {
    to.doc.backdrop = { type: 'transparent' }
  })
  expect(pasteLayers(to, packed).ids).toEqual([])
})

it.each([
  ['an empty text', ''],
  ['words', 'hello'],
  ['a number', '7'],
  ['an object without a list of layers', '{"layers":7}'],
  ['a list without valid layers', '{"layers":[null,7,"x",{}, {"kind":"toString"},{"kind":"__proto__"}]}'],
])("pasting %s doesn't add a layer", (_, text) => {
  expect(parseClipboard(text)).toEqual([])
})

it('pasting replaces invalid values with valid values', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (junk, placement) => {
      const [layer] = parseClipboard(
        JSON.stringify({ layers: [{ kind: 'text', fontSize: junk, text: junk, color: junk, glow: junk, placement }] }),
      ) as unknown as TextLayer[]
      expect(layer?.fontSize).toBeGreaterThanOrEqual(8)
      expect(layer?.fontSize).toBeLessThanOrEqual(2000)
      expect(layer?.text.length).toBeLessThanOrEqual(2000)
      expect(layer?.color).toMatch(/^#[0-9a-f]{3,6}$/i)
      expect(typeof layer?.glow.enabled).toBe('boolean')
      expect(['background', 'foreground']).toContain(layer?.placement)
    }),
  )
})

it('pasting a style changes only layers of the same kind', () => {
  const at = session()
  const values = { text: 'MODEL', fontSize: 300, color: '#123456', stroke: { enabled: true, width: 7 } }
  const model = addLayer(at, 'text', values) as LayerId
  const plain = addLayer(at, 'text', { text: 'PLAIN', fontSize: 50 }) as LayerId
  const shape = addLayer(at, 'shape') as LayerId
  const packed = serializeLayers(snapshotOf(at), [model]) as string
  expect(layersAcceptingStyle({ doc: snapshotOf(at) }, packed, [plain, shape])).toEqual([plain])
  const before = stateHash(snapshotOf(at))
  pasteStyle(at, packed, [plain, shape])
  const [first, second] = layersOf(at).filter(({ kind }) => kind === 'text')
  expect(second).toMatchObject({ text: 'PLAIN', fontSize: 50, color: '#123456', stroke: { enabled: true, width: 7 } })
  expect(second?.stroke).not.toBe(first?.stroke)
  at.history.undo()
  expect(stateHash(snapshotOf(at))).toBe(before)
})

it('a pasted layer has the depth of the copied layer, within its range', () => {
  const from = session()
  const id = addLayer(from, 'text') as LayerId
  from.history.transact('Depth', () => Object.assign(from.doc.layers[id]!, { depth: 80 }))
  const text = serializeLayers(snapshotOf(from), [id]) as string
  expect(from.doc.layers[pasteLayers(from, text).ids[0]!]?.depth).toBe(80)
  const forged = pasteLayers(from, text.replace('"depth":80', '"depth":800')).ids[0]
  expect(from.doc.layers[forged!]?.depth).toBe(100)
})

it('copying a layer or a style copies its blend mode too', () => {
  const from = session()
  const [model, plain] = ['MODEL', 'PLAIN'].map((text) => addLayer(from, 'text', { text }) as LayerId) as [
    LayerId,
    LayerId,
  ]
  setBlendMode(from, model, 'multiply')
  const text = serializeLayers(snapshotOf(from), [model]) as string
  const [pasted] = pasteLayers(from, text).ids
  expect(from.doc.layers[pasted!]?.blendMode).toBe('multiply')
  pasteStyle(from, text, [plain])
  expect(from.doc.layers[plain]?.blendMode).toBe('multiply')
  setBlendMode(from, model, 'normal')
  expect(from.doc.layers[model]).not.toHaveProperty('blendMode')
  pasteStyle(from, serializeLayers(snapshotOf(from), [model]) as string, [plain])
  expect(from.doc.layers[plain]).not.toHaveProperty('blendMode')
  from.history.undo()
  expect(from.doc.layers[plain]?.blendMode).toBe('multiply')
  const [forged] = parseClipboard(JSON.stringify({ layers: [{ kind: 'text', blendMode: 'dissolve' }] }))
  expect(forged).not.toHaveProperty('blendMode')
})
