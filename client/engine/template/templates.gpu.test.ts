import { expect, it } from 'vitest'
import { findFamily } from '#client/kit/fonts/family.ts'
import { loadFont } from '#client/kit/fonts/load.ts'
import { middleOf } from '#client/kit/geometry/geometry.ts'
import { contains, expandRect, intersection } from '#client/kit/geometry/rect.ts'
import type { AssetId, LayerId } from '#client/kit/values/ids.ts'
import { kindOf } from '#client/layers/registry.ts'
import { frontFlags } from '#client/layers/text/front.ts'
import { isTextReadable } from '#client/layers/text/hiddenText.ts'
import type { TextLayer } from '#client/layers/text/schema.ts'
import { inkBox } from '#client/layers/text/transform.ts'
import { hiddenParts, MOST } from '#client/layers/text/weave.ts'
import type { MatteAsset } from '#client/model/assets/store.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import { pictureInDocument } from '#client/model/document/crop.ts'
import { type Document, type DocumentSnapshot, layerOfKind } from '#client/model/document/document.ts'
import { uprightBox } from '#client/render/kind.ts'
import { illegalDocument } from '../../../tests/helpers/legalDocument.ts'
import { applyTemplate, type Template } from './applyTemplate.ts'
import { BUILT_IN } from './builtIn.ts'
import { GALLERY } from './gallery.ts'
import { areaIn } from './placeLayer.ts'
import type { Area } from './templateLayout.ts'
import { hasLetters, textsByRole, withTexts } from './withTexts.ts'

const IDS = [...BUILT_IN.keys()]
const textsOf = (doc: DocumentSnapshot) =>
  doc.order.flatMap((id) => (doc.layers[id]?.kind === 'text' ? [doc.layers[id] as TextLayer] : []))

/**
 * Returns a photo with a subject. The subject covers the middle third or the middle of the upper half, is as narrow as
 * a letter, stands upright, is as wide as a car, touches the left and lower edges, or covers the whole photo.
 */
function photoOf(
  width: number,
  height: number,
  subject: 'middle' | 'head' | 'narrow' | 'tall' | 'wide' | 'cut' | 'all',
) {
  const box = {
    middle: { x: width / 3, y: height / 3, width: width / 3, height: height / 3 },
    head: { x: 0.36 * width, y: 0, width: 0.28 * width, height: height / 2 },
    narrow: { x: 0.3 * width, y: 0, width: 0.17 * width, height },
    tall: { x: 0.4 * width, y: 0.1 * height, width: 0.2 * width, height: 0.8 * height },
    wide: { x: 0.15 * width, y: 0.4 * height, width: 0.7 * width, height: 0.3 * height },
    cut: { x: 0, y: height / 3, width: width / 2, height: (2 * height) / 3 },
    all: { x: 0, y: 0, width, height },
  }[subject]
  const coverage = new Uint8Array(width * height)
  for (let y = Math.round(box.y); y < box.y + box.height; y++)
    coverage.fill(255, y * width + Math.round(box.x), y * width + Math.round(box.x + box.width))
  const asset = 'p' as AssetId
  return {
    photo: { asset, name: 'p.jpg', width, height, hasAlpha: false },
    separation: { matte: asset, model: 'test', box },
    matte: { kind: 'matte', id: asset, width, height, coverage } as MatteAsset,
    colors: null,
  }
}

async function apply(id: string, on: ReturnType<typeof photoOf>, change = (template: Template) => template) {
  const template = change(BUILT_IN.get(id) ?? expect.fail(id))
  for (const { fontFamily, fontWeight } of textsOf(template.document)) {
    expect(findFamily(fontFamily), fontFamily).not.toBeNull()
    await loadFont(fontFamily, fontWeight === 400 ? 400 : 700)
  }
  let ids = 0
  return applyTemplate(template, on, () => `l${ids++}` as LayerId).document
}

/** Returns a function that replaces the title of a template. */
const named = (title: string) => (template: Template) => ({
  ...template,
  document: withTexts(template.document, { layers: { role1: title }, placeholders: {} }),
})

/** Returns the text layers with letters outside the image. */
function outsidePicture(doc: Document) {
  const picture = pictureInDocument(doc)
  return textsOf(doc).filter((layer) => {
    const { center, size } = inkBox(layer, canvasSize(doc)) ?? expect.fail('no letters')
    return (
      center.x - size.width / 2 < picture.x - 1 ||
      center.x + size.width / 2 > picture.x + picture.width + 1 ||
      center.y - size.height / 2 < picture.y - 1 ||
      center.y + size.height / 2 > picture.y + picture.height + 1
    )
  })
}

it.each(IDS.filter((id) => BUILT_IN.get(id)?.document.crop?.fileWidth))(
  'the crop of the template %s has exactly the aspect ratio of its file, on a photo with odd side lengths',
  async (id) => {
    const { crop } = await apply(id, photoOf(1621, 1083, 'middle'))
    const { width, height, fileWidth, fileHeight } = crop ?? expect.fail('no crop')
    expect(width * (fileHeight ?? 0)).toBe(height * (fileWidth ?? 0))
  },
)

it('a template mirrors its layout for an Arabic title', async () => {
  const placed = async (title: string) => {
    const texts = textsOf(await apply('product', photoOf(1000, 1000, 'middle'), named(title)))
    return texts.map(({ alignment, position }) => [alignment, position.horizontal < 50 ? 'left' : 'right'].join())
  }
  expect(await placed('Coffee')).toEqual(['left,left', 'left,left', 'left,left', 'right,right'])
  expect(await placed('قهوة طازجة')).toEqual(['right,right', 'right,right', 'right,right', 'left,left'])
})

it('a template with Arabic text mirrors its layout even if the title is a Latin name', async () => {
  const layers = { text1: 'جديدنا', text2: 'Luna', text3: 'صُنع بعناية ليدوم' }
  const arabic = (template: Template) => ({
    ...template,
    document: withTexts(template.document, { layers, placeholders: {} }),
  })
  const texts = textsOf(await apply('product', photoOf(1000, 1000, 'middle'), arabic))
  expect(texts.map(({ alignment }) => alignment)).toEqual(['right', 'right', 'right', 'left'])
})

it('the gallery lists every template by its name', () => {
  const named = Object.fromEntries(GALLERY.map(({ id, name }) => [id, name]))
  expect(named).toEqual(Object.fromEntries([...BUILT_IN].map(([id, { name }]) => [id, name])))
})

it.each(IDS)("the layout of the template %s contains only ids of the template's layers", (id) => {
  const { document, layout } = BUILT_IN.get(id)!
  expect(Object.keys(layout?.layers ?? {}).filter((layer) => !(layer in document.layers))).toEqual([])
})

it.each(IDS)('the text layers of the template %s lie inside photos of any size', async (id) => {
  for (const [width, height] of [
    [1600, 900],
    [900, 1600],
    [6000, 4000],
  ] as const)
    for (const subject of ['middle', 'cut'] as const) {
      const doc = await apply(id, photoOf(width, height, subject))
      expect(illegalDocument(doc)).toEqual([])
      expect(outsidePicture(doc)).toEqual([])
    }
})

it("a subject that the photo's lower edge cuts off is placed at the image's lower edge", async () => {
  const doc = await apply('event', photoOf(900, 1600, 'cut'))
  const subject = layerOfKind(doc, 'subject')!
  const { center, size } = kindOf('subject').transform!.placed(subject, doc)
  const picture = pictureInDocument(doc)
  expect(center.y + size.height / 2).toBeCloseTo(picture.y + picture.height, 0)
})

it('the Product template centers a subject that is as wide as the photo', async () => {
  const doc = await apply('product', photoOf(900, 1200, 'all'))
  const { center } = kindOf('subject').transform!.placed(layerOfKind(doc, 'subject')!, doc)
  expect(center.x).toBeCloseTo(middleOf(pictureInDocument(doc)).x, 0)
})

it('a video thumbnail shows only the upper part of a tall subject, below the upper edge', async () => {
  const doc = await apply('thumbnail', photoOf(900, 900, 'tall'))
  const { center, size } = kindOf('subject').transform!.placed(layerOfKind(doc, 'subject')!, doc)
  const picture = pictureInDocument(doc)
  const edge = (y: number) => (y - picture.y) / picture.height
  expect(edge(center.y - size.height / 2)).toBeCloseTo(0.05, 1)
  expect(edge(center.y + size.height / 2)).toBeGreaterThan(1.3)
})

it.each(['middle', 'tall', 'wide'] as const)(
  'the title of a video thumbnail is large and next to a subject that is %s',
  async (subject) => {
    const on = photoOf(1600, 900, subject)
    const doc = await apply('thumbnail', on)
    const title = textsOf(doc).find(({ text }) => text.startsWith('Watch')) ?? expect.fail('no title')
    expect(isTextReadable({ ...title, placement: 'background' }, doc, on.matte)).toBe(true)
    expect(uprightBox(inkBox(title, canvasSize(doc))!).height).toBeGreaterThan(0.36 * pictureInDocument(doc).height)
  },
)

it('the title of a video thumbnail has space for its outline above and below', () => {
  const areas = Object.values(BUILT_IN.get('thumbnail')?.layout?.layers ?? {}).map(({ area }) => area)
  const [badge, title, subtitle] = areas.filter(([left]) => left < 0.1).toSorted((a, b) => a[1] - b[1])
  const gap = (above: Area | undefined, below: Area | undefined) => below![1] - above![1] - above![3]
  expect(gap(badge, title)).toBeGreaterThan(0.04)
  expect(gap(title, subtitle)).toBeGreaterThan(0.04)
})

it("a template mirrors its layout if the photo's left edge cuts off the subject", async () => {
  const sideOf = async (subject: 'middle' | 'cut') => {
    const doc = await apply('quote', photoOf(900, 900, subject))
    const words = textsOf(doc).find(({ text }) => text.startsWith('Make')) ?? expect.fail('no words')
    return words.position.horizontal < 50 ? 'left' : 'right'
  }
  expect([await sideOf('middle'), await sideOf('cut')]).toEqual(['left', 'right'])
})

it('text hidden by the subject moves in front of the subject unless the text is an ornament', async () => {
  const doc = await apply('sale', photoOf(900, 900, 'all'))
  const rows = textsOf(doc).flatMap(({ text, placement }) => (text === 'Sale' ? [placement] : []))
  expect(rows.toSorted()).toEqual(['background', 'background', 'foreground'])
})

it.each(['poster', 'magazine', 'event', 'headline'])(
  "the title of the template %s lies in its areas and doesn't overlap other text",
  async (id) => {
    for (const subject of ['middle', 'head', 'narrow', 'cut', 'all'] as const)
      for (const title of ['Fresh', 'Madagascar nights']) {
        const doc = await apply(id, photoOf(400, 300, subject), named(title))
        const picture = pictureInDocument(doc)
        const boxOf = (text: TextLayer) => uprightBox(inkBox(text, canvasSize(doc)) ?? expect.fail('no letters'))
        const [box, ...others] = textsOf(doc)
          .toSorted((a, b) => Number(b.text === title) - Number(a.text === title))
          .map(boxOf)
        const { layout, document } = BUILT_IN.get(id)!
        const { area, elsewhere = [] } = layout!.layers[textsByRole(document)[0]![0]!]!
        const areas = [area, ...elsewhere].map((each) => expandRect(areaIn(each, picture), 1))
        expect(
          areas.some((each) => contains(each, box!)),
          `${subject}: ${title}`,
        ).toBe(true)
        expect(others.filter((other) => intersection(other, box!))).toEqual([])
      }
  },
)

it('every template with a crop has a file size, and every text layer has a name', () => {
  for (const { document } of BUILT_IN.values()) {
    const { crop } = document
    if (crop) expect(Math.max(crop.fileWidth ?? 0, crop.fileHeight ?? 0)).toBeGreaterThan(1000)
    const unnamed = textsOf(document).filter(({ name, text }) => !name && hasLetters(text))
    expect(unnamed.map(({ text }) => text)).toEqual([])
  }
})

it.each(['poster', 'magazine', 'travel'])(
  "the subject's head doesn't hide any word of the title of the template %s",
  async (id) => {
    const on = photoOf(900, 900, 'head')
    const doc = await apply(id, on, named('Madagascar nights'))
    const title = textsOf(doc).find(({ text }) => /madagascar/i.test(text))
    expect(isTextReadable(title!, doc, on.matte)).toBe(true)
    const others = textsOf(doc).filter((text) => text !== title)
    const boxOf = (text: TextLayer) => uprightBox(inkBox(text, canvasSize(doc)) ?? expect.fail('no letters'))
    expect(others.filter((text) => intersection(boxOf(text), boxOf(title!)))).toEqual([])
  },
)

it.each(['عنوانك', 'タイトル', '您的标题'])(
  "a narrow subject doesn't completely hide any letter of the title %s",
  async (words) => {
    const on = photoOf(720, 900, 'narrow')
    const doc = await apply('poster', on, named(words))
    const title = textsOf(doc).find(({ text }) => text === words) ?? expect.fail('no title')
    const hidden = hiddenParts(title, doc, on.matte).filter((part, i) => part > MOST && !frontFlags(title)[i])
    expect(title.placement === 'foreground' ? [] : hidden).toEqual([])
  },
)

it("a title with joined letters that the subject would hide moves in front of the subject's lower half", async () => {
  const doc = await apply('poster', photoOf(720, 900, 'all'), named('عنوانك'))
  const title = textsOf(doc).find(({ text }) => text === 'عنوانك') ?? expect.fail('no title')
  expect(title.placement).toBe('foreground')
  expect(title.position.vertical).toBeGreaterThan(50)
})

it('a wide subject is placed next to the text of the template quote', async () => {
  const doc = await apply('quote', photoOf(1600, 900, 'wide'))
  const words = textsOf(doc).find(({ text }) => text.startsWith('Make')) ?? expect.fail('no words')
  const { center, size } = kindOf('subject').transform!.placed(layerOfKind(doc, 'subject')!, doc)
  const letters = uprightBox(inkBox(words, canvasSize(doc))!)
  expect(letters.x + letters.width).toBeLessThan(center.x - size.width / 2)
})

it('a Poster title that the subject would hide becomes the frontmost layer', async () => {
  const doc = await apply('poster', photoOf(900, 900, 'all'))
  expect(doc.layers[doc.order.at(-1)!]).toMatchObject({ text: 'Your title', placement: 'foreground' })
})

it("without a subject, a template doesn't change the photo's background", async () => {
  const { photo } = photoOf(900, 900, 'all')
  const sale = BUILT_IN.get('sale')!
  const { document } = applyTemplate(sale, { photo, separation: null }, () => 'x' as LayerId)
  expect(sale.document.backdrop.type).toBe('color')
  expect(document.backdrop.type).toBe('original')
})
