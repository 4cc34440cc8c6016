/** Tests built-in templates with short, long and non-Latin text. */
import { expect, it } from 'vitest'
import { loadFont } from '#client/kit/fonts/load.ts'
import type { AssetId, LayerId } from '#client/kit/values/ids.ts'
import { weightOf } from '#client/layers/text/paint/measure.ts'
import type { TextLayer } from '#client/layers/text/schema.ts'
import { backgroundSize } from '#client/layers/text/textSize.ts'
import { inkBox, textCenter } from '#client/layers/text/transform.ts'
import { setWords } from '#client/layers/text/typing.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import { pictureInDocument } from '#client/model/document/crop.ts'
import type { Document } from '#client/model/document/document.ts'
import { applyTemplate } from './applyTemplate.ts'
import { BUILT_IN } from './builtIn.ts'
import { areaIn } from './placeLayer.ts'

const WORDS = {
  '3 letters': 'Cat',
  '12 letters': 'Mountain day',
  '40 letters': 'How leopards hunt at night in the desert',
  '90 letters': 'The slow and careful art of finding a single quiet place in a city that is never quiet: go',
  German: 'Frühjahrs-Schlussverkauf für Anfänger',
  Arabic: 'مرحبا بكم في عالم التصميم',
  Japanese: 'はじめての写真編集ガイド',
}

/** Returns the left, top, right and bottom edge of a box with this center. */
const edgesOf = (x: number, y: number, { width, height }: { width: number; height: number }) =>
  [x - width / 2, y - height / 2, x + width / 2, y + height / 2] as const

type Edges = ReturnType<typeof edgesOf>

/** Returns how far `inner` extends beyond `outer` at most, px. Negative if `inner` is inside. */
const excess = (inner: Edges, outer: Edges) =>
  Math.max(outer[0] - inner[0], outer[1] - inner[1], inner[2] - outer[2], inner[3] - outer[3])

async function applied(id: string, width: number, height: number) {
  const template = BUILT_IN.get(id)!
  for (const layer of Object.values(template.document.layers))
    if ('fontFamily' in layer)
      await loadFont(String(layer.fontFamily), weightOf(Number((layer as TextLayer).fontWeight)))
  const photo = { asset: 'p' as AssetId, name: 'p.jpg', width, height, hasAlpha: false }
  const box = { x: width / 3, y: height / 3, width: width / 3, height: height / 3 }
  const separation = { matte: 'm' as AssetId, model: 'test', box }
  const named = { ...template, document: { ...template.document, layers: { ...template.document.layers } } }
  const keys: string[] = []
  const newId = () => `l${keys.length}` as LayerId
  const { document } = applyTemplate(named, { photo, separation }, () => {
    const next = newId()
    keys.push(next)
    return next
  })
  return { document, areas: areasOf(id, document) }
}

/** Returns the area of each text layer of an applied template, in document px. */
function areasOf(id: string, document: Document): Map<LayerId, Edges> {
  const { layout, document: from } = BUILT_IN.get(id)!
  const texts = from.order.filter((each) => from.layers[each]?.kind === 'text')
  const placed = document.order.filter((each) => document.layers[each]?.kind === 'text')
  return new Map(
    placed.map((each, i) => {
      const { x, y, width, height } = areaIn(layout!.layers[texts[i]!]!.area, pictureInDocument(document))
      return [each, [x, y, x + width, y + height]] as const
    }),
  )
}

const CASES = [...BUILT_IN.keys()].flatMap((id) =>
  Object.entries(WORDS).map(([name, words]) => [id, name, words] as const),
)

it.each(CASES)('the template %s shrinks text of %s to fit each area', async (id, _, words) => {
  for (const [width, height] of [
    [1600, 900],
    [900, 1600],
  ] as const) {
    const { document, areas } = await applied(id, width, height)
    const canvas = canvasSize(document)
    for (const [layerId, area] of areas) {
      const layer = document.layers[layerId] as TextLayer
      setWords(layer, words, document)
      const letters = inkBox(layer, canvas) ?? expect.fail('no letters')
      const ink = edgesOf(letters.center.x, letters.center.y, letters.size)
      expect(excess(ink, area), `${layer.text} leaves its area`).toBeLessThan(1)
      if (!layer.background.enabled) continue
      const center = textCenter(layer, canvas)
      const label = edgesOf(center.x, center.y, backgroundSize(layer))
      expect(excess(ink, label), `${layer.text} leaves its label`).toBeLessThan(1)
      expect(excess(label, area), `the label of ${layer.text} leaves its area`).toBeLessThan(1)
    }
  }
})

it.each(['story', 'product', 'quote', 'magazine'])(
  "typing longer or shorter text doesn't move the left edge of left-aligned text in the template %s",
  async (id) => {
    const { document } = await applied(id, 1600, 900)
    const canvas = canvasSize(document)
    const leftOf = (layer: TextLayer) => {
      const { center, size } = inkBox(layer, canvas)!
      const { width } = backgroundSize(layer)
      return layer.background.enabled ? textCenter(layer, canvas).x - width / 2 : center.x - size.width / 2
    }
    const texts = Object.values(document.layers).filter(
      (layer) => (layer as TextLayer).alignment === 'left',
    ) as TextLayer[]
    expect(texts.length).toBeGreaterThan(0)
    for (const layer of texts) {
      const before = leftOf(layer)
      for (const words of Object.values(WORDS)) {
        setWords(layer, words, document)
        expect(Math.abs(leftOf(layer) - before), words).toBeLessThan(0.5)
      }
    }
  },
)
