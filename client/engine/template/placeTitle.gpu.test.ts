/** Tests the title of a user's template on photos with a different aspect ratio, and behind other subjects. */
import { expect, it } from 'vitest'
import { loadFont } from '#client/kit/fonts/load.ts'
import type { Rect } from '#client/kit/geometry/geometry.ts'
import { contains, intersection } from '#client/kit/geometry/rect.ts'
import type { AssetId, LayerId } from '#client/kit/values/ids.ts'
import { type LayerValues, newLayer } from '#client/layers/registry.ts'
import { hiddenTexts, lostLetters } from '#client/layers/text/hiddenText.ts'
import type { TextLayer } from '#client/layers/text/schema.ts'
import { inkBox, typedBox } from '#client/layers/text/transform.ts'
import { isWovenReadable } from '#client/layers/text/weave.ts'
import type { MatteAsset } from '#client/model/assets/store.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import { pictureInDocument } from '#client/model/document/crop.ts'
import { type Document, emptyDocument, type LayerBase } from '#client/model/document/document.ts'
import { uprightBox } from '#client/render/kind.ts'
import { applyTemplate } from './applyTemplate.ts'
import { fitWords, withTexts } from './withTexts.ts'

await loadFont('Inter', 700)

const PORTRAIT = { width: 800, height: 1200 }
const LANDSCAPE = { width: 1200, height: 800 }

/** Returns a photo whose subject covers a rectangle, given in fractions of the photo: left, top, width, height. */
function photoOf(size: typeof PORTRAIT, [left, top, width, height]: readonly [number, number, number, number]) {
  const box = { x: left * size.width, y: top * size.height, width: width * size.width, height: height * size.height }
  const coverage = new Uint8Array(size.width * size.height)
  for (let y = box.y; y < box.y + box.height; y++)
    coverage.fill(255, Math.round(y) * size.width + box.x, Math.round(y) * size.width + box.x + box.width)
  const asset = 'p' as AssetId
  return {
    photo: { asset, name: 'p.jpg', hasAlpha: false, ...size },
    separation: { matte: asset, model: 'test', box },
    matte: { kind: 'matte', id: asset, ...size, coverage } as MatteAsset,
  }
}

const ABOVE = photoOf(PORTRAIT, [0.25, 0.5, 0.5, 0.5])

/** Returns a template with the title WINTER in 90% of the portrait's width, and other text layers. */
function templateOf(values: LayerValues = {}, ...texts: LayerValues[]): Document {
  const doc: Document = { ...emptyDocument(), photo: ABOVE.photo, separation: ABOVE.separation }
  newLayer(doc, 'background')
  newLayer(doc, 'subject')
  const place = { horizontal: 50, vertical: 20 }
  newLayer(doc, 'text', { text: 'WINTER', fontSize: 195, placement: 'background', position: place, ...values })
  for (const each of texts) newLayer(doc, 'text', { fontSize: 40, placement: 'foreground', ...each })
  return doc
}

function apply(document: Document, on: ReturnType<typeof photoOf>, matte: MatteAsset | null = on.matte) {
  let ids = 0
  const applied = applyTemplate({ document }, { ...on, matte }, () => `l${ids++}` as LayerId).document
  const texts = Object.values(applied.layers).filter(({ kind }) => kind === 'text') as TextLayer[]
  const boxes = texts.map((text) => uprightBox(typedBox(text, canvasSize(applied))!))
  return {
    applied,
    texts,
    boxes,
    title: texts[0]!,
    box: boxes[0]!,
    isHidden: hiddenTexts(applied, on.matte).length > 0,
  }
}

/** Returns the document that the template gave before titles were adapted. */
const unchanged = (document: Document, on: ReturnType<typeof photoOf>) => apply(document, on, null).applied

const shareOf = ({ width }: Rect, on: { width: number }) => width / on.width
const bottom = ({ y, height }: Rect) => y + height

/** Applies a template whose title has other words to a portrait photo. */
async function applyWithWords(values: LayerValues, role1: string) {
  const document = templateOf(values)
  const written = { document: withTexts(document, { layers: { role1 }, placeholders: {} }) }
  const fitted = await fitWords({ document }, written)
  return apply(fitted.document as Document, photoOf(PORTRAIT, [0.3, 0.6, 0.3, 0.4]))
}

it.each<[string, LayerValues]>([
  ['behind the subject', {}],
  ['in front of the subject', { placement: 'foreground' }],
  ['at the right edge', { alignment: 'right', fontSize: 60, position: { horizontal: 80, vertical: 80 } }],
])("longer words in a user's title %s stay inside the image", async (_, values) => {
  const { applied, box } = await applyWithWords(values, 'WINTER HOLIDAYS IN NORWAY')
  expect(contains(pictureInDocument(applied), box)).toBe(true)
})

it.each<[string, LayerValues, string]>([
  ['shorter', {}, 'WINT'],
  ['longer', { fontSize: 100 }, 'WINTERTIME'],
  ['boxed', { fontSize: 100, frame: { enabled: true, width: 600, height: 200 } }, 'WINTER HOLIDAYS IN NORWAY'],
])("%s words that fit into the image keep the size of a user's title", async (_, values, words) => {
  expect((await applyWithWords(values, words)).title.fontSize).toBe(values.fontSize ?? 195)
})

it('longer words of a left-aligned title begin at the same place', async () => {
  const values = { alignment: 'left', fontSize: 60, position: { horizontal: 30, vertical: 20 } }
  const [{ box: before }, { box }] = [
    await applyWithWords(values, 'WINTER'),
    await applyWithWords(values, 'WINTER TIME'),
  ]
  expect(box.width).toBeGreaterThan(before.width)
  expect(box.x).toBeCloseTo(before.x, 0)
})

it.each([
  ['landscape', LANDSCAPE],
  ['wide', { width: 1600, height: 800 }],
  ['square', { width: 1000, height: 1000 }],
])('a title keeps its fraction of the width on a %s photo, and stays inside', (_, size) => {
  const document = templateOf({ position: { horizontal: 50, vertical: 10 } })
  const was = uprightBox(inkBox(apply(document, ABOVE).title, PORTRAIT)!)
  const { applied, box, title } = apply(document, photoOf(size, [0.3, 0.6, 0.3, 0.4]))
  expect(shareOf(box, size)).toBeCloseTo(shareOf(was, PORTRAIT), 2)
  expect(contains(pictureInDocument(applied), box)).toBe(true)
  expect(box.y / size.height).toBeGreaterThan(0.03)
  expect(title).toMatchObject({ position: { horizontal: 50 }, color: '#ffffff', front: '' })
})

it.each([
  ['at the top hides the letters', [0.1, 0, 0.8, 0.45]],
  ['hides letters in the middle', [0.4, 0, 0.2, 0.4]],
] as const)('if a subject %s, the title moves to where all letters can be read', (_, subject) => {
  const on = photoOf(LANDSCAPE, subject)
  expect(hiddenTexts(unchanged(templateOf(), on), on.matte), 'without adapting').toHaveLength(1)
  const { box, isHidden } = apply(templateOf(), on)
  expect(isHidden).toBe(false)
  expect(shareOf(box, LANDSCAPE)).toBeGreaterThan(0.6 * 0.85)
})

it('on a photo with the same aspect ratio, a title moves only if letters are hidden', () => {
  const document = templateOf({}, { text: 'sale', position: { horizontal: 50, vertical: 80 } })
  const small = { width: 400, height: 600 }
  const [free, lost] = [photoOf(small, [0.25, 0.5, 0.4, 0.5]), photoOf(small, [0.25, 0.1, 0.5, 0.25])]
  expect(apply(document, free).applied).toEqual(unchanged(document, free))
  expect(apply(document, lost).applied).not.toEqual(unchanged(document, lost))
  expect(apply(document, lost).isHidden).toBe(false)
})

/** Returns a template whose title has these properties. */
function templateWith(properties: Partial<LayerBase>): Document {
  const document = templateOf()
  for (const layer of Object.values(document.layers)) if (layer.kind === 'text') Object.assign(layer, properties)
  return document
}

const above = photoOf(LANDSCAPE, [0.1, 0, 0.8, 0.45])

it.each([
  ['in front of the subject', templateOf({ placement: 'foreground' })],
  ['smaller than text in front of the subject', templateOf({}, { text: 'SUMMERTIME', fontSize: 195 })],
  ['over another layer', templateOf({}, { text: 'sale', position: { horizontal: 50, vertical: 20 } })],
  ['anchored to the subject', templateWith({ anchor: 'subject' })],
  ['hidden', templateWith({ isHidden: true })],
])('a title that is %s is placed like the other layers', (_, document) => {
  expect(apply(document, above).applied).toEqual(unchanged(document, above))
})

it("a title doesn't move on the photo that the template was made from", () => {
  const document = templateOf({ position: { horizontal: 50, vertical: 60 } })
  expect(hiddenTexts(document, ABOVE.matte)).toHaveLength(1)
  expect(apply(document, ABOVE).applied).toEqual(unchanged(document, ABOVE))
  const { x, ...box } = ABOVE.separation.box
  const first = { ...ABOVE, separation: { ...ABOVE.separation, box: { ...box, x: x + 0.02 * box.width } } }
  expect(apply(document, first).applied, 'with the box of the first matte').toEqual(unchanged(document, first))
})

it('if every place hides letters, the title moves to where the fewest are hidden, and the photo is marked', () => {
  const right = photoOf(LANDSCAPE, [0.45, 0, 0.55, 1])
  const { applied, title, isHidden } = apply(templateOf(), right)
  expect(isHidden).toBe(true)
  const before = unchanged(templateOf(), right)
  expect(lostLetters(title, applied, right.matte)).toBeLessThan(
    lostLetters(apply(templateOf(), right, null).title, before, right.matte),
  )
  const all = photoOf(LANDSCAPE, [0, 0, 1, 1])
  const small = templateOf({ fontSize: 80 })
  expect(apply(small, all)).toMatchObject({ isHidden: true, applied: unchanged(small, all) })
})

it('a woven title stays woven', () => {
  const { title, box } = apply(templateOf({ front: '2' }), above)
  expect([title.front, title.placement]).toEqual(['2', 'background'])
  expect(shareOf(box, LANDSCAPE)).toBeGreaterThan(0.85)
})

it("on another photo, a woven title's front letters are chosen again", () => {
  const on = { ...above, photo: { ...above.photo, asset: 'q' as AssetId } }
  const { title, applied } = apply(templateOf({ front: '2' }), on)
  const isReadable = (front: string) => isWovenReadable({ ...title, front }, applied, on.matte)
  expect([isReadable('2'), isReadable(title.front)]).toEqual([false, true])
})

it.each([
  ['if the title grows', photoOf(LANDSCAPE, [0.3, 0.7, 0.3, 0.3])],
  ['if the title moves away from the subject', above],
])('a line next to the title stays next to it and layers keep their order, %s', (_, on) => {
  const document = templateOf(
    {},
    { text: 'new collection', position: { horizontal: 50, vertical: 28 } },
    { text: 'shop', position: { horizontal: 50, vertical: 95 } },
  )
  const { boxes, isHidden, applied } = apply(document, on)
  const [title, line, far] = boxes as [Rect, Rect, Rect]
  expect(isHidden).toBe(false)
  expect(shareOf(title, LANDSCAPE)).toBeGreaterThan(0.6 * 0.85)
  expect(line.y - bottom(title)).toBeGreaterThan(0)
  expect(line.y - bottom(title)).toBeLessThan(60)
  expect(intersection(line, far)).toBeNull()
  expect(far.y).toBeGreaterThan(bottom(line))
  expect(far).toEqual(apply(document, on, null).boxes[2])
  expect(boxes.every((box) => contains(pictureInDocument(applied), box))).toBe(true)
})
