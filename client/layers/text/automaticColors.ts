/**
 * Automatic colors of text layers. `TextLayer.matched` stores the colors that were chosen automatically. If a layer's
 * colors differ from `matched`, the user has set them.
 */
import { pixelConversion } from '#client/kit/pixels/color-space/convertPixels.ts'
import type { Hex } from '#client/kit/values/fields.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { AssetStore } from '#client/model/assets/store.ts'
import { type DocumentSnapshot, workingSpace } from '#client/model/document/document.ts'
import { mutableCopy } from '#client/model/history/records.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { computePhotoColors } from '../colors/photoColors.ts'
import type { ReducedPixels } from '../colors/reducedPixels.ts'
import { coverOf, letterPoints, luminancesUnder, MEASURED_SIDE, meanContrast, readableColor } from './contrast.ts'
import { isNewText } from './placeholder.ts'
import { hasAutomaticColors, type TextColors, type TextLayer, withAutomaticColors } from './schema.ts'
import { starterColors } from './starters/starters.ts'

/**
 * Paints a document in its working space, at most `side` px on the longer side. Resolves with null if the document
 * can't be painted.
 */
export type PaintReduced = (doc: DocumentSnapshot, side: number) => Promise<ReducedPixels | null>

/** While the user types, a color doesn't change if its contrast with the mean luminance is at least this value. */
const LEAST_TYPED = 2

/** Returns the text layers with colors that are chosen automatically by the pixels under their letters. */
export const automaticTexts = (doc: DocumentSnapshot): Immutable<TextLayer>[] =>
  doc.order.flatMap((id) => {
    const layer = doc.layers[id]?.kind === 'text' ? (doc.layers[id] as Immutable<TextLayer>) : null
    return layer && hasAutomaticColors(layer) && coverOf(layer) === null ? [layer] : []
  })

/**
 * Chooses colors for text layers that are hard to read on the image. Skips layers that are readable, and layers whose
 * color the user has set. First tries the photo's lightest and darkest colors, then white and black. The text that the
 * user is typing (`typed`) keeps its color while `LEAST_TYPED` allows it. Resolves with the new colors by layer.
 */
export async function automaticColors(
  doc: DocumentSnapshot,
  assets: AssetStore,
  paint: PaintReduced,
  typed: LayerId | null = null,
): Promise<Map<LayerId, TextColors>> {
  const texts = automaticTexts(doc)
  const changes = new Map<LayerId, TextColors>()
  const behind = texts.length > 0 ? await paintWithout(doc, texts, paint) : null
  if (!behind) return changes
  const { light, dark } = starterColors((await computePhotoColors(doc, assets)) ?? { subject: [], background: [] })
  const matte = matteOf(doc, assets)
  for (const layer of texts) {
    const points = letterPoints(layer, doc)
    const under = luminancesUnder(layer, doc, matte, behind, false, points)
    if (under.length === 0) continue
    const others: readonly Hex[] = [light, dark, '#ffffff', '#161616']
    const shaded = luminancesUnder(layer, doc, matte, behind, true, points)
    const isTyped = layer.id === typed && !isNewText(layer.text)
    if (isTyped && meanContrast(layer.color, shaded) >= LEAST_TYPED) continue
    const color = readableColor([layer.color, ...others], under, shaded)
    const gradient = { ...layer.gradient }
    if (gradient.enabled) gradient.color = readableColor([gradient.color, color, ...others], under, shaded)
    const colors = withAutomaticColors({ color, gradient, matched: '' })
    if (colors.matched !== layer.matched) changes.set(layer.id, colors)
  }
  return changes
}

/**
 * Resolves with readable colors for a text layer whose colors the user has set, if its contrast with the mean luminance
 * under its letters is below `LEAST_TYPED`. Otherwise, and for a new layer's placeholder, resolves with null.
 */
export async function colorsForFaint(
  doc: DocumentSnapshot,
  id: LayerId,
  assets: AssetStore,
  paint: PaintReduced,
): Promise<TextColors | null> {
  const layer = doc.layers[id]?.kind === 'text' ? (doc.layers[id] as Immutable<TextLayer>) : null
  if (!layer || !doc.separation || hasAutomaticColors(layer) || isNewText(layer.text)) return null
  const likeAutomatic = { ...doc, layers: { ...doc.layers, [id]: withAutomaticColors(layer) } }
  return (await automaticColors(likeAutomatic, assets, paint, id)).get(id) ?? null
}

/** Resolves with the document in the colors that `automaticColors` chooses. */
export async function withReadableColors<D extends DocumentSnapshot>(
  doc: D,
  assets: AssetStore,
  paint: PaintReduced,
): Promise<D> {
  const changes = await automaticColors(doc, assets, paint)
  if (changes.size === 0) return doc
  const layers = Object.entries(doc.layers).map(([id, layer]) => [
    id,
    { ...mutableCopy(layer), ...changes.get(id as LayerId) },
  ])
  return { ...doc, layers: Object.fromEntries(layers) }
}

/**
 * Paints the document without the given text layers, at most `MEASURED_SIDE` px on the longer side. Resolves with sRGB
 * pixels, or with null if `paint` resolves with null.
 */
export async function paintWithout(
  doc: DocumentSnapshot,
  texts: readonly Immutable<TextLayer>[],
  paint: PaintReduced,
): Promise<ReducedPixels | null> {
  const without = new Set(texts.map(({ id }) => id))
  const behind = await paint({ ...doc, order: doc.order.filter((id) => !without.has(id)) }, MEASURED_SIDE)
  if (behind) pixelConversion(workingSpace(doc), 'srgb')(behind.pixels)
  return behind
}
