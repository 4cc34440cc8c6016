import { expect, it } from 'vitest'
import type { Rect } from '#client/kit/geometry/geometry.ts'
import type { NumberField } from '#client/kit/values/fields.ts'
import type { AssetId, LayerId } from '#client/kit/values/ids.ts'
import { rescaleLengths } from '#client/layers/placement/refitLayer.ts'
import { type KindName, kindOf, kinds, newLayer } from '#client/layers/registry.ts'
import { shapeTransform } from '#client/layers/shape/transform.ts'
import type { MatteAsset } from '#client/model/assets/store.ts'
import { colorBackdrop, imageBackdrop, isExtended } from '#client/model/document/backdrop.ts'
import { cropOf } from '#client/model/document/crop.ts'
import {
  type Document,
  emptyDocument,
  type LayerBase,
  layerOfKind,
  type Photo,
  type Separation,
  settingsRules,
} from '#client/model/document/document.ts'
import { motionWith } from '#client/model/document/motion.ts'
import { fillField } from '#client/render/inpainting/fillFields.ts'
import type { SubjectLayer } from '#client/render/objects/subjectFields.ts'
import { nonDefaultValues } from '../../../tests/kinds/testedKind.ts'
import { applyTemplate } from './applyTemplate.ts'

const photo = (width: number, height: number): Photo => ({
  asset: 'p' as AssetId,
  name: 'p.png',
  hasAlpha: false,
  width,
  height,
})

function templateOf(width: number, height: number, layers: readonly [KindName, object][]): Document {
  const doc = { ...emptyDocument(), photo: photo(width, height) }
  newLayer(doc, 'background')
  for (const [kind, values] of layers) newLayer(doc, kind, { ...values })
  return doc
}

let ids = 0
const newId = () => `l${ids++}` as LayerId
const apply = (document: Document, on: Photo, separation: Separation | null) =>
  applyTemplate({ document }, { photo: on, separation }, newId)
const layersOf = (doc: Document, kind: string) =>
  doc.order.flatMap((id) => doc.layers[id] ?? []).filter((l) => l.kind === kind) as (LayerBase &
    Record<string, never>)[]

it.each(Object.keys(kinds) as KindName[])('rescaleLengths finds every length field of the layer kind %s', (kind) => {
  const doc = templateOf(100, 100, kind === 'background' ? [] : [[kind, {}]])
  const layer = layersOf(doc, kind)[0]
  if (!layer) throw new Error('no layer')
  expect(() => rescaleLengths(layer, 2)).not.toThrow()
})

/** Fields in px that are not lengths: pixel sizes of assets, and positions of drawings on the photo. */
const NO_LENGTHS = new Set(['overlay.width', 'overlay.height', 'drawing.position.x', 'drawing.position.y'])

it('`lengths` of each layer kind lists every field in px', () => {
  const paths = (fields: object, prefix: string): string[] =>
    Object.entries(fields).flatMap(([name, field]) =>
      field.type === 'group' || field.type === 'list'
        ? paths(field.fields, `${prefix}${name}.`)
        : (field as NumberField).unit === 'px'
          ? [prefix + name]
          : [],
    )
  const missing = Object.values(kinds).flatMap((kind) => {
    const { lengths = [], photoFields = [], isBoundToPhoto } = kindOf(kind.kind)
    // layers bound to the photo aren't rescaled, because their lengths are px of the photo
    if (isBoundToPhoto) return []
    return paths(kind.fields, '')
      .filter((path) => !lengths.includes(path) && !photoFields.some((left) => path.startsWith(`${left}.`)))
      .map((path) => `${kind.kind}.${path}`)
  })
  expect(missing.filter((path) => !NO_LENGTHS.has(path))).toEqual([])
})

it('applying a template to a larger photo scales lengths in px but not positions in percent', () => {
  const design = templateOf(1000, 800, [
    [
      'shape',
      { type: 'square', scale: 200, strokeWidth: 8, isFilled: false, position: { horizontal: 30, vertical: 70 } },
    ],
  ])
  const { document } = apply(design, photo(2000, 1600), null)
  expect(layersOf(document, 'shape')[0]).toMatchObject({
    scale: 400,
    strokeWidth: 16,
    position: { horizontal: 30, vertical: 70 },
  })
})

it.each([
  [
    'covers the whole canvas, so that a wider crop does not show any edge',
    { area: [-0.01, 0.5, 1.02, 0.1], covers: true },
    1600,
  ],
  ['of a part of the image keeps its width', { area: [0.1, 0.5, 0.8, 0.1], covers: true }, 576],
] as const)('on a 4:5 crop, a shape across the image %s', (_, area, width) => {
  const crop = { ...cropOf(templateOf(800, 1000, [])), format: '4:5' as const }
  const document = { ...templateOf(800, 1000, [['shape', { type: 'rectangle' }]]), crop }
  const id = layersOf(document, 'shape')[0]?.id as LayerId
  const template = { document, layout: { layers: { [id]: { ...area, alignY: 'top' as const } } } }
  const on = applyTemplate(template, { photo: photo(1600, 900), separation: null }, newId).document
  const { center, size } = shapeTransform.placed(layersOf(on, 'shape')[0] as never, on)
  expect(on.crop).toMatchObject({ width: 720, height: 900 })
  expect(size.width).toBeCloseTo(width, 0)
  expect(center.x).toBeCloseTo(800, 0)
  expect(center.y - size.height / 2, 'top').toBeCloseTo(450, 0)
  expect(size.height).toBeCloseTo(0.6 * area.area[2] * 720, 0)
})

it('layers scale by the geometric mean of the width and height ratios, but never beyond the image', () => {
  const design = templateOf(1600, 900, [
    ['shape', { type: 'square', scale: 300 }],
    ['shape', { type: 'arrow', scale: 1500 }],
  ])
  const [square, arrow] = layersOf(apply(design, photo(900, 1600), null).document, 'shape')
  expect(square).toMatchObject({ scale: 300 })
  expect(arrow?.scale).toBeLessThan(860)
  expect(arrow?.scale).toBeGreaterThan(800)
})

it("applyTemplate omits the layers that belong to the template's photo, and returns their ids", () => {
  const design = templateOf(100, 100, [
    ['drawing', { points: [{ x: 1, y: 1, size: 4, color: '#ffffff' }] }],
    ['shape', {}],
  ])
  const { document, leftOut } = apply(design, photo(100, 100), null)
  expect(leftOut.map((id) => design.layers[id]?.kind)).toEqual(['drawing'])
  expect(document.order.some((id) => design.order.includes(id))).toBe(false)
  expect(document.order.map((id) => document.layers[id]?.kind)).toEqual(['background', 'shape'])
})

it('applying a template to a photo of the same size changes only the ids of the layers', () => {
  const design = templateOf(640, 480, [
    ['shape', { scale: 123.4 }],
    ['sticker', { scale: 1.3 }],
  ])
  const { document } = apply(design, photo(640, 480), null)
  const bare = (doc: Document) => doc.order.map((id) => ({ ...doc.layers[id], id: '' }))
  expect(bare(document)).toEqual(bare(design))
})

it("the blur of the photo's background scales with the photo", () => {
  const design = templateOf(100, 100, [])
  design.tune.background.blur = 4
  const { document } = apply(design, photo(200, 200), null)
  expect(document.tune.background.blur).toBe(8)
  expect(document.tune.foreground.blur).toBe(0)
})

it("without a subject, a user's template changes the background only while the subject is searched for", () => {
  const design = templateOf(100, 100, [])
  design.backdrop = colorBackdrop({ color: '#123456' })
  const backdropOn = (on: object) =>
    applyTemplate({ document: design }, { photo: photo(200, 200), separation: null, ...on }, newId).document.backdrop
      .type
  expect(backdropOn({})).toBe('original')
  expect(backdropOn({ awaitsSubject: true })).toBe('color')
})

it('on another photo, the image of Fill around is an image like any other', () => {
  const design = templateOf(100, 100, [])
  const image = { asset: 'b' as AssetId, width: 200, height: 100, hasAlpha: false }
  design.backdrop = imageBackdrop(image, { isExtended: true })
  for (const asset of ['p', 'other'] as AssetId[]) {
    const { document } = apply(design, { ...photo(100, 100), asset }, on(BOX))
    expect([document.backdrop.type, isExtended(document)]).toEqual(['image', asset === 'p'])
  }
})

const separated = (doc: Document, box: Rect): Document => {
  doc.separation = { matte: 'm' as AssetId, model: 'test', box }
  newLayer(doc, 'subject')
  return doc
}
const on = (box: Rect) => ({ matte: 'm' as AssetId, model: 'test', box })
const BOX = { x: 400, y: 200, width: 200, height: 400 }

function anchored(values: object): Document {
  const design = separated(templateOf(1000, 800, [['shape', { type: 'square', ...values }]]), BOX)
  for (const layer of Object.values(design.layers)) if (layer.kind === 'shape') layer.anchor = 'subject'
  return design
}

it("applying a template omits the template's fill strokes", () => {
  const design = separated(templateOf(100, 100, []), BOX)
  const subject = layerOfKind(design, 'subject') as SubjectLayer
  subject.fill = { ...subject.fill, seed: 3, strokes: fillField.fields.strokes.example }
  const { document } = apply(design, photo(200, 200), on(BOX))
  expect(layersOf(document, 'subject')[0]?.fill).toEqual({ enabled: true, seed: 3, strokes: [] })
  expect(subject.fill.strokes).toHaveLength(1)
})

it("an anchored layer stays at its position relative to the subject's box", () => {
  // the layer is at the upper edge of the subject's box
  const design = anchored({ scale: 100, position: { horizontal: 50, vertical: 25 } })
  const box = { x: 1000, y: 900, width: 400, height: 400 }
  const [shape] = layersOf(apply(design, photo(2000, 1600), on(box)).document, 'shape')
  expect(shape?.scale).toBeCloseTo(100 * Math.SQRT2)
  expect(shape?.position).toEqual({ horizontal: 60, vertical: 56.25 })
  expect(shape?.anchor).toBe('subject')
})

it('an anchored layer stays within the image', () => {
  const design = anchored({ scale: 100, position: { horizontal: 35, vertical: 50 } })
  const atTheEdge = { x: 0, y: 0, width: 200, height: 400 }
  const [held] = layersOf(apply(design, photo(1000, 800), on(atTheEdge)).document, 'shape')
  expect(held?.position).toMatchObject({ horizontal: expect.closeTo(5) })
  const [free] = layersOf(apply(design, photo(2000, 1600), null).document, 'shape')
  expect(free).toMatchObject({ scale: 200, position: { horizontal: 35, vertical: 50 } })
})

it('the layers of a cropped template scale with the crop', () => {
  const design = separated(
    templateOf(1000, 800, [['shape', { scale: 100, position: { horizontal: 50, vertical: 25 } }]]),
    BOX,
  )
  design.crop = { format: '1:1', x: 100, y: 0, width: 800, height: 800, angle: 0, quarterTurns: 0, isMirrored: false }
  const box = { x: 900, y: 100, width: 100, height: 200 }
  const { document } = apply(design, photo(1600, 400), on(box))
  expect(document.crop).toMatchObject({ format: '1:1', x: 750, y: 0, width: 400, height: 400 })
  const [shape] = layersOf(document, 'shape')
  expect(shape?.scale).toBe(50)
  expect(shape?.position).toEqual({ horizontal: 59.375, vertical: 25 })
})

it("a template with anchors and a crop is applied unchanged to the template's own photo", () => {
  const design = anchored({ scale: 123.4, position: { horizontal: 12.345, vertical: 67.8 } })
  design.crop = { format: '4:5', x: 180, y: 0, width: 640, height: 800, angle: 0, quarterTurns: 0, isMirrored: false }
  const { document } = apply(design, photo(1000, 800), on(BOX))
  const bare = (doc: Document) => doc.order.map((id) => ({ ...doc.layers[id], id: '' }))
  expect(bare(document)).toEqual(bare(design))
  expect(document.crop).toEqual(design.crop)
})

it.each([
  ['keeps free space above a subject taller than the frame', 200, 20],
  ['cuts off the subject at the top if the template does', -100, 268],
])('the frame of a template %s', (_, top, y) => {
  const design = separated(templateOf(1000, 800, []), { x: 400, y: top, width: 200, height: 600 - top })
  design.crop = { format: '4:5', x: 180, y: 0, width: 640, height: 800, angle: 0, quarterTurns: 0, isMirrored: false }
  const { document } = apply(design, photo(800, 1300), on({ x: 200, y: 80, width: 400, height: 1000 }))
  expect(document.crop).toMatchObject({ y, width: 800, height: 1000 })
})

const upright = { angle: 0, quarterTurns: 0, isMirrored: false } as const

it.each([
  ['contains a subject that fits', { x: 600, y: 100, width: 600, height: 700 }, { x: 600, width: 640, height: 800 }],
  ['grows to contain a larger subject', { x: 600, y: 0, width: 300, height: 800 }, { y: 0, width: 640, height: 800 }],
] as const)("the frame of a template %s, although the template's subject is elsewhere", (_, box, frame) => {
  const isSmall = box.height === 800
  const design = separated(templateOf(1000, 800, []), { x: 100, y: 200, width: 100, height: 200 })
  const side = isSmall ? { width: 320, height: 400 } : { width: 640, height: 800 }
  design.crop = { format: '4:5', x: 0, y: isSmall ? 100 : 0, ...side, ...upright }
  expect(apply(design, photo(1600, 800), on(box)).document.crop).toMatchObject(frame)
})

it('the frame of a template contains the head of a subject wider than the frame', () => {
  const design = separated(templateOf(1000, 800, []), { x: 400, y: 100, width: 200, height: 700 })
  design.crop = { format: '4:5', x: 180, y: 0, width: 640, height: 800, ...upright }
  const [width, height] = [1600, 800]
  const isHead = (x: number, y: number) => x >= 250 && x < 450 && y < 500
  const coverage = Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)]
    return y >= 100 && (isHead(x, y) || (x >= 200 && x < 1400 && y >= 500)) ? 255 : 0
  })
  const matte = { kind: 'matte', width, height, coverage } as unknown as MatteAsset
  const separation = on({ x: 200, y: 100, width: 1200, height: 700 })
  const { document } = applyTemplate({ document: design }, { photo: photo(width, height), separation, matte }, newId)
  expect(document.crop).toMatchObject({ x: 250, width: 640 })
})

it("applying a template also applies the template's lens, motion and depths", () => {
  const design = templateOf(100, 100, [['shape', {}]])
  design.lens = { strength: 60, focus: 60, blades: 6, highlights: 20 }
  design.motion = { path: 'slide', strength: 20, seconds: 5, text: 'rise' }
  for (const layer of Object.values(design.layers)) if (layer.kind === 'shape') layer.depth = 44
  const { document } = apply(design, photo(50, 50), null)
  expect(document.motion).toEqual(design.motion)
  expect(document.lens).toEqual(design.lens)
  expect(layersOf(document, 'shape')[0]?.depth).toBe(44)
})

it.each(settingsRules)(
  'applying a template copies the settings "%s" unless they belong to its photo',
  (part, { fields, photoLabel }) => {
    const values = nonDefaultValues(fields)
    const { document } = apply({ ...templateOf(100, 100, []), [part]: values }, photo(100, 100), null)
    expect(document[part]).toEqual(photoLabel ? emptyDocument()[part] : values)
  },
)

it("a requested camera path changes neither the text animation nor the strength of the template's motion", () => {
  const motion = { path: 'float', strength: 80, seconds: 6, text: 'letters' } as const
  expect(motionWith({ motion }, { path: 'push', seconds: 4 })).toEqual({ ...motion, path: 'push', seconds: 4 })
})
