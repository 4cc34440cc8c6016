import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import type { AssetId, LayerId } from '#client/kit/values/ids.ts'
import { newLayer } from '#client/layers/registry.ts'
import type { TextLayer } from '#client/layers/text/schema.ts'
import { type Document, emptyDocument } from '#client/model/document/document.ts'
import { applyTemplate } from './applyTemplate.ts'
import { type LayeredImage, layeredImageSchema, templateOf } from './layeredImage.ts'

const schema = layeredImageSchema()
const accepts = new Ajv({ strict: false }).compile(schema)

function photoDocument(): Document {
  const doc = emptyDocument()
  doc.photo = { asset: 'p' as AssetId, name: 'p.png', hasAlpha: false, width: 1000, height: 500 }
  doc.separation = { matte: 'm' as AssetId, model: 'test', box: { x: 700, y: 100, width: 200, height: 400 } }
  newLayer(doc, 'background')
  return doc
}
const layersOf = (image: LayeredImage) => {
  const { document, layout } = templateOf(image, photoDocument())
  return { document, layout, layers: document.order.flatMap((id) => document.layers[id] ?? []) }
}

it('the published schema equals the schema of the field tables', async () => {
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(
    '../../../docs/schema/layered-image.schema.json',
  )
})

it.each(['text', 'shape', 'sticker'] as const)('the schema accepts the defaults of a %s', (kind) => {
  const doc = emptyDocument()
  const { id, ...values } = doc.layers[newLayer(doc, kind)] ?? expect.fail()
  expect(id).not.toBe('')
  expect([accepts({ layers: [values] }), accepts.errors]).toEqual([true, null])
})

it('the layers of a layered image are stacked in their order in front of the photo', () => {
  const { layers } = layersOf({
    layers: [
      { kind: 'text', text: 'Hi', fontSize: 90 },
      { kind: 'shape', color: '#ff0000' },
    ],
  })
  expect(layers.map(({ kind }) => kind)).toEqual(['background', 'subject', 'text', 'shape'])
  expect(layers.slice(2)).toMatchObject([{ text: 'Hi', fontSize: 90, color: '#ffffff' }, { color: '#ff0000' }])
})

it('the layout contains the area of each layer in a layered image', () => {
  const area = [0.1, 0.1, 0.5, 0.2] as const
  const { layers, layout } = layersOf({
    layers: [
      { kind: 'text', text: 'a', area, align: 'left' },
      { kind: 'text', text: 'b', area, placement: 'background' },
    ],
  })
  const [first, second] = layers.slice(2).map(({ id }) => layout?.layers[id])
  expect(first).toEqual({ area, align: 'left' })
  expect(second).toMatchObject({ area, isOrnament: true })
})

it('a frame with a requested aspect ratio is centered on the subject', () => {
  expect(layersOf({ frame: '1:1' }).document.crop).toMatchObject({
    format: '1:1',
    x: 500,
    y: 0,
    width: 500,
    height: 500,
  })
  expect(layersOf({}).document.crop).toBeNull()
})

it('a layered image sets the background and the enhancements of subject and background', () => {
  const { document } = layersOf({
    background: { type: 'color', color: '#123456' },
    tune: { subject: { contrast: 120 }, background: { blur: 5 } },
  })
  expect(document.backdrop).toMatchObject({ type: 'color', color: '#123456' })
  expect([document.tune.foreground.contrast, document.tune.background.blur]).toEqual([120, 5])
})

it.each(['color', 'transparent'] as const)('a photo without a subject stays visible with the background %s', (type) => {
  const doc = { ...photoDocument(), separation: null }
  const on = { photo: doc.photo!, separation: null }
  const { document } = applyTemplate(templateOf({ background: { type } }, doc), on, () => 'x' as LayerId)
  expect(document.backdrop.type).toBe('original')
})

it('a Hebrew text layer of a layered image stays in its area', () => {
  const doc = photoDocument()
  const horizontalOf = (text: string) => {
    const image = { layers: [{ kind: 'text', text, area: [0.1, 0.1, 0.3, 0.2] }] } as const
    let ids = 0
    const { document } = applyTemplate(
      templateOf(image, doc),
      { photo: doc.photo!, separation: doc.separation },
      () => `x${ids++}` as LayerId,
    )
    return Object.values(document.layers).flatMap((layer) => ('text' in layer ? [(layer as TextLayer).position] : []))
  }
  expect(horizontalOf('שלום')).toMatchObject([{ horizontal: expect.closeTo(25, 0) }])
})
