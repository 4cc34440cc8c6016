import { expect, it } from 'vitest'
import { illegalDocument } from '../../../tests/helpers/legalDocument.ts'
import type { Size } from '../../kit/base/geometry.ts'
import type { AssetId } from '../../kit/base/ids.ts'
import { findFamily } from '../../kit/fonts/family.ts'
import { kindOf } from '../../layers/registry.ts'
import type { TextLayer } from '../../layers/text/schema.ts'
import type { MatteAsset } from '../../model/assets/store.ts'
import { canvasSize } from '../../model/document/backdrop.ts'
import { pictureInDocument } from '../../model/document/crop.ts'
import { emptyDocument } from '../../model/document/document.ts'
import type { Placed } from '../../render/kind.ts'
import { designColors } from './colors.ts'
import { composeDesign } from './compose.ts'
import { GALLERY } from './gallery.ts'
import { DESIGNS } from './table.ts'

/** Letters as boxes: each is 0.6 em wide and 0.7 em high. */
function measure({ text, fontSize, position }: TextLayer, canvas: Size): Placed {
  const lines = text.split('\n')
  const size = {
    width: 0.6 * fontSize * Math.max(...lines.map(({ length }) => length)),
    height: 0.7 * fontSize * lines.length,
  }
  const center = {
    x: (position.horizontal / 100) * canvas.width,
    y: (position.vertical / 100) * canvas.height,
  }
  return { center, size, rotation: 0 }
}

const NO_COLORS = { subject: [], background: [] }
const SIZES = [
  ['landscape', 1600, 900],
  ['upright', 900, 1600],
  ['large', 6000, 4000],
] as const

/** A photo whose subject is its middle third, `isCut`: down to the lower edge and left edge. */
function photoOf(width: number, height: number, isCut: boolean) {
  const box = isCut
    ? { x: 0, y: height / 3, width: width / 2, height: (2 * height) / 3 }
    : { x: width / 3, y: height / 3, width: width / 3, height: height / 3 }
  const coverage = new Uint8Array(width * height)
  for (let y = Math.round(box.y); y < box.y + box.height; y++)
    coverage.fill(255, y * width + Math.round(box.x), y * width + Math.round(box.x + box.width))
  const asset = 'p' as AssetId
  return {
    photo: { asset, name: 'p.jpg', width, height, hasAlpha: false },
    separation: { matte: asset, model: 'test', box },
    mend: emptyDocument().mend,
    matte: { kind: 'matte', id: asset, width, height, coverage } as MatteAsset,
  }
}

it('lists every design in the gallery, in the same order', () => {
  expect(GALLERY).toEqual(DESIGNS.map(({ id, name }) => ({ id, name })))
})

it.each(DESIGNS.map((design) => [design.id, design] as const))(
  '%s uses fonts of ours and words of its own',
  (_, design) => {
    const items = design.items(designColors(NO_COLORS, design.hue))
    const texts = items.filter((item) => item.kind === 'text')
    expect(texts.length).toBeGreaterThan(0)
    for (const { look, words } of texts) {
      expect(findFamily(look.fontFamily ?? ''), look.fontFamily).not.toBeNull()
      expect(words.trim()).not.toBe('')
    }
  },
)

it.each(
  DESIGNS.flatMap((design) => SIZES.map(([name, width, height]) => [design.id, name, design, width, height] as const)),
)('%s on a photo that is %s: a legal document whose words lie within the picture', (_, __, design, width, height) => {
  for (const isCut of [false, true]) {
    const doc = composeDesign(design, photoOf(width, height, isCut), designColors(NO_COLORS, design.hue), measure)
    expect(illegalDocument(doc)).toEqual([])
    const picture = pictureInDocument(doc)
    const outside = doc.order.flatMap((id) => {
      const layer = doc.layers[id]
      if (layer?.kind !== 'text') return []
      const { center, size } = measure(layer as TextLayer, canvasSize(doc))
      const isInside =
        center.x - size.width / 2 >= picture.x - 1 &&
        center.x + size.width / 2 <= picture.x + picture.width + 1 &&
        center.y - size.height / 2 >= picture.y - 1 &&
        center.y + size.height / 2 <= picture.y + picture.height + 1
      return isInside ? [] : [layer]
    })
    expect(outside).toEqual([])
  }
})

it('puts a subject that the lower edge cuts on the lower edge of the picture', () => {
  const design = DESIGNS.find(({ id }) => id === 'event')!
  const source = photoOf(900, 1600, true)
  const doc = composeDesign(design, source, designColors(NO_COLORS, 0), measure)
  const subject = Object.values(doc.layers).find(({ kind }) => kind === 'subject')!
  const { center, size } = kindOf('subject').transform!.placed(subject, doc)
  const picture = pictureInDocument(doc)
  expect(center.y + size.height / 2).toBeCloseTo(picture.y + picture.height, 0)
})

it('takes the hue of a vivid photo and its own where the photo is grey; the lightness is always the same', () => {
  const grey = designColors({ subject: ['#808080'], background: ['#404040'] }, 250)
  expect(grey).toEqual(designColors(NO_COLORS, 250))
  const red = designColors({ subject: ['#e02020'], background: ['#404040'] }, 250)
  expect(red.strong).not.toBe(grey.strong)
})

it('keeps ornaments behind a subject that hides them, and brings other words to the front', () => {
  const subjectEverywhere = photoOf(900, 900, false)
  subjectEverywhere.matte.coverage.fill(255)
  subjectEverywhere.separation.box = { x: 0, y: 0, width: 900, height: 900 }
  const sale = DESIGNS.find(({ id }) => id === 'sale')!
  const doc = composeDesign(sale, subjectEverywhere, designColors(NO_COLORS, 0), measure)
  const rows = doc.order.flatMap((id) => {
    const layer = doc.layers[id] as TextLayer
    return layer.kind === 'text' && layer.text === 'SALE' ? [layer.placement] : []
  })
  expect(rows).toEqual(['foreground', 'background', 'background'])
})
