/** The part of `npm run eval -- --contrast` that runs in the browser. */
import { photoDocument, putSubject } from '#client/engine/openPhoto.ts'
import { applyTemplateTo } from '#client/engine/template/applyTemplateTo.ts'
import { builtInTemplate } from '#client/engine/template/builtIn.ts'
import { paintReduced } from '#client/engine/template/paintTemplate.ts'
import { withTexts } from '#client/engine/template/withTexts.ts'
import { loadFont } from '#client/kit/fonts/load.ts'
import { defaults } from '#client/kit/values/fields.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { computePhotoColors } from '#client/layers/colors/photoColors.ts'
import { paintedKinds } from '#client/layers/nodes.ts'
import { newLayer } from '#client/layers/registry.ts'
import {
  automaticTexts,
  type PaintReduced,
  paintWithout,
  withReadableColors,
} from '#client/layers/text/automaticColors.ts'
import { atBestPlace, centeredPlace } from '#client/layers/text/bestPlace.ts'
import { contrastWith, luminancesUnder, meanContrast, tonesOf } from '#client/layers/text/contrast.ts'
import { faceFor, type TextLayer, textFields } from '#client/layers/text/schema.ts'
import { placementOf, STARTERS, starterColors, starterValues } from '#client/layers/text/starters/starters.ts'
import { hiddenParts } from '#client/layers/text/weave.ts'
import { pixelsOf } from '#client/model/assets/pixels.ts'
import { AssetStore } from '#client/model/assets/store.ts'
import type { Document, DocumentSnapshot } from '#client/model/document/document.ts'
import { createOffscreenRenderer, createPainter } from '#client/render/compositor/painter.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import type { Case } from '../page.ts'

export interface MeasuredText {
  look: string
  words: string
  color: string
  /** The contrast that all pixels except the worst tenth reach. */
  tenth: number
  /** The lowest contrast of a letter with the mean luminance around it. */
  letter: number
  /** The largest fraction of a letter that the subject hides, and the fraction of all letters. */
  hidden: number
  overlap: number
}

const renderer = createOffscreenRenderer()

/** Measures each heading, a new text and a template's titles, with each of the words. */
export async function measureContrasts(one: Case, words: readonly string[]): Promise<MeasuredText[]> {
  const assets = new AssetStore()
  const { doc, paint } = await openCase(one, assets)
  const measured: MeasuredText[] = []
  for (const each of words) {
    for (const starter of STARTERS) {
      const colors = starterColors((await computePhotoColors(doc, assets)) ?? { subject: [], background: [] })
      const values = starterValues(starter, colors, each)
      await loadFont(...faceFor(values))
      const layer = { ...values, id: 'text' as LayerId, kind: 'text', placement: placementOf(starter) } as TextLayer
      const placed = atBestPlace(layer, doc, matteOf(doc, assets), tonesOf(doc, assets))
      const headed = { ...doc, layers: { ...doc.layers, [placed.id]: placed }, order: [...doc.order, placed.id] }
      measured.push(...(await measure(await withReadableColors(headed, assets, paint), starter.name, each)))
    }
    const plain = { ...defaults(textFields), text: each, id: 'text' as LayerId, kind: 'text', placement: 'background' }
    await loadFont(...faceFor(plain as TextLayer))
    const centered = centeredPlace(plain as TextLayer, doc, matteOf(doc, assets), tonesOf(doc, assets))
    const added = { ...doc, layers: { ...doc.layers, [centered.id]: centered }, order: [...doc.order, centered.id] }
    measured.push(...(await measure(added, 'new text', each, [centered])))
    const poster = builtInTemplate('poster')
    if (!poster) throw new Error('no template')
    const named = { ...poster, document: withTexts(poster.document, { layers: { role1: each }, placeholders: {} }) }
    const { document } = await applyTemplateTo(named, doc, assets, paint)
    measured.push(...(await measure(document, 'Poster', each)))
  }
  assets.destroy()
  return measured

  async function measure(
    doc: DocumentSnapshot,
    look: string,
    words: string,
    texts: readonly Immutable<TextLayer>[] = automaticTexts(doc),
  ): Promise<MeasuredText[]> {
    const behind = await paintWithout(doc, texts, paint)
    const matte = matteOf(doc, assets)
    return texts.map((layer) => {
      const under = luminancesUnder(layer, doc, matte, behind)
      const isBehind = matte && layer.placement === 'background'
      const hidden = isBehind ? hiddenParts(layer, doc, matte) : [0]
      return {
        look,
        words,
        color: layer.color,
        tenth: contrastWith(layer.color, under),
        letter: meanContrast(layer.color, under),
        hidden: Math.max(...hidden),
        overlap: hidden.reduce((sum, each) => sum + each, 0) / Math.max(1, hidden.length),
      }
    })
  }
}

/** Opens a photo with its true mask. */
export async function openCase(
  { image, truth }: Case,
  assets: AssetStore,
): Promise<{ doc: Document; paint: PaintReduced }> {
  const bitmap = await load(image)
  const { width, height } = bitmap
  const asset = assets.put({ kind: 'bitmap', bitmap, width, height, hasAlpha: false, sha256: '' })
  const doc = photoDocument({ asset, name: image, width, height, hasAlpha: false })
  const coverage = Uint8Array.from(pixelsOf(await load(truth)).data.filter((_, i) => i % 4 === 0))
  doc.separation = putSubject(assets, { width, height, coverage }, '')
  newLayer(doc, 'subject')
  const kinds = paintedKinds
  const paint: PaintReduced = async (doc, side) => {
    const own = await renderer
    return paintReduced(doc, side, async (doc, scale) =>
      createPainter({ doc, renderer: own, assets, kinds, report: console.warn, scale }),
    )
  }
  return { doc, paint }
}

const load = async (path: string): Promise<ImageBitmap> =>
  createImageBitmap(await (await fetch(`/eval/${path}`)).blob())
