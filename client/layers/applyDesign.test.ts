import { expect, it } from 'vitest'
import type { NumberField } from '../kit/base/fields.ts'
import type { AssetId, LayerId } from '../kit/base/ids.ts'
import { type Document, emptyDocument, type LayerBase, type Photo } from '../model/document/document.ts'
import { applyDesign } from './applyDesign.ts'
import { newLayer } from './newLayer.ts'
import { type KindName, kinds } from './registry.ts'
import { rescaleLengths } from './rescaleLengths.ts'

const photo = (width: number, height: number): Photo => ({
  asset: 'p' as AssetId,
  name: 'p.png',
  hasAlpha: false,
  width,
  height,
})

function designOf(width: number, height: number, layers: readonly [KindName, object][]): Document {
  const doc = { ...emptyDocument(), photo: photo(width, height) }
  newLayer(doc, 'background')
  for (const [kind, values] of layers) newLayer(doc, kind, { ...values })
  return doc
}

let ids = 0
const newId = () => `l${ids++}` as LayerId
const layersOf = (doc: Document, kind: string) =>
  doc.order.flatMap((id) => doc.layers[id] ?? []).filter((l) => l.kind === kind) as (LayerBase &
    Record<string, never>)[]

it.each(Object.keys(kinds) as KindName[])('%s: every length that it names is a number of its fields', (kind) => {
  const doc = designOf(100, 100, kind === 'background' ? [] : [[kind, {}]])
  const layer = layersOf(doc, kind)[0]
  if (!layer) throw new Error('no layer')
  expect(() => rescaleLengths(layer, 2)).not.toThrow()
})

/** Pixel sizes of an asset, and places on the photo that drawings are bound to. */
const NO_LENGTHS = new Set(['overlay.width', 'overlay.height', 'drawing.position.x', 'drawing.position.y'])

it('no field in px is forgotten', () => {
  const paths = (fields: object, prefix: string): string[] =>
    Object.entries(fields).flatMap(([name, field]) =>
      field.type === 'group'
        ? paths(field.fields, `${prefix}${name}.`)
        : (field as NumberField).unit === 'px'
          ? [prefix + name]
          : [],
    )
  const missing = Object.values(kinds).flatMap((kind) => {
    const { lengths = [] } = kind as { lengths?: readonly string[] }
    return paths(kind.fields, '')
      .filter((path) => !lengths.includes(path))
      .map((path) => `${kind.kind}.${path}`)
  })
  expect(missing.filter((path) => !NO_LENGTHS.has(path))).toEqual([])
})

it('keeps places in percent and the share of the canvas of every length', () => {
  const design = designOf(1000, 800, [
    [
      'shape',
      { type: 'square', scale: 200, strokeWidth: 8, isFilled: false, position: { horizontal: 30, vertical: 70 } },
    ],
  ])
  const { document } = applyDesign(design, photo(2000, 1600), null, newId)
  expect(layersOf(document, 'shape')[0]).toMatchObject({
    scale: 400,
    strokeWidth: 16,
    position: { horizontal: 30, vertical: 70 },
  })
})

it('takes the geometric mean of both sides, and less for what would not fit any more', () => {
  const design = designOf(1600, 900, [
    ['shape', { type: 'square', scale: 300 }],
    ['shape', { type: 'arrow', scale: 1500 }],
  ])
  const [square, arrow] = layersOf(applyDesign(design, photo(900, 1600), null, newId).document, 'shape')
  expect(square).toMatchObject({ scale: 300 })
  expect(arrow?.scale).toBeLessThan(860)
  expect(arrow?.scale).toBeGreaterThan(800)
})

it('names what belongs to the photo and leaves it out, and gives every layer another id', () => {
  const design = designOf(100, 100, [
    ['drawing', { points: [{ x: 1, y: 1, size: 4, color: '#ffffff' }] }],
    ['shape', {}],
  ])
  const { document, leftOut } = applyDesign(design, photo(100, 100), null, newId)
  expect(leftOut.map((id) => design.layers[id]?.kind)).toEqual(['drawing'])
  expect(document.order.some((id) => design.order.includes(id))).toBe(false)
  expect(document.order.map((id) => document.layers[id]?.kind)).toEqual(['background', 'shape'])
})

it('is the design itself on a photo of the same size, but for ids', () => {
  const design = designOf(640, 480, [
    ['shape', { scale: 123.4 }],
    ['sticker', { scale: 1.3 }],
  ])
  const { document } = applyDesign(design, photo(640, 480), null, newId)
  const bare = (doc: Document) => doc.order.map((id) => ({ ...doc.layers[id], id: '' }))
  expect(bare(document)).toEqual(bare(design))
})

it('scales the blur of the photo and of a background image', () => {
  const design = designOf(100, 100, [])
  design.tune.background.blur = 4
  const { document } = applyDesign(design, photo(200, 200), null, newId)
  expect(document.tune.background.blur).toBe(8)
  expect(document.tune.foreground.blur).toBe(0)
})
