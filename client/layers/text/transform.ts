/** How the canvas handles act on a text (spec §4, §5). Pure but for the browser's measuring. */
import { clamp } from '../../kit/base/fields.ts'
import type { Size } from '../../kit/base/geometry.ts'
import type { Immutable } from '../../kit/base/immutable.ts'
import type { FontWeight } from '../../kit/fonts/families.ts'
import { isFontLoaded } from '../../kit/fonts/load.ts'
import { normalizeDegrees, placedTransform } from '../shared/placed.ts'
import { FALLBACK_FAMILY, layoutOf, weightOf } from './paint/measure.ts'
import { paragraphStyleOf } from './paint/paintOptions.ts'
import type { TextLayout } from './paint/TextLayout.ts'
import { type TextLayer, textFields } from './schema.ts'

type Layer = Immutable<TextLayer>
const { background, fontSize } = textFields

/** Room between a text and the edge of its background box when the box is made to fit, in em. */
const PADDING = 0.25
/** Fit makes the text this part of the canvas' width (decisions). */
const FIT_WIDTH = 0.9

/** The family it is painted in: its own, or the one that stands in for it until it has come. */
export function faceOf({ fontFamily, fontWeight }: Layer): { family: string; weight: FontWeight } {
  const weight = weightOf(fontWeight)
  return { family: isFontLoaded(fontFamily, weight) ? fontFamily : FALLBACK_FAMILY, weight }
}

/** As it is painted. */
export function layoutOfLayer(layer: Layer): TextLayout {
  const { family, weight } = faceOf(layer)
  return layoutOf(layer.text, family, weight, paragraphStyleOf(layer))
}

/** The words' box without a background, document px. */
export function textSize(layer: Layer): Size {
  const { box } = layoutOfLayer(layer)
  return { width: box.width * layer.fontSize, height: box.height * layer.fontSize }
}

/** The text's own box or its background's, whichever reaches further: what is selected and hit. Document px. */
function boxOf(layer: Layer): Size {
  const text = textSize(layer)
  if (!layer.background.enabled) return text
  return {
    width: Math.max(text.width, layer.background.width),
    height: Math.max(text.height, layer.background.height),
  }
}

/** The background box that fits the text plus padding; from then on the numbers are the user's (decisions). */
export function fittedBackground(layer: Layer): Size {
  const { box } = layoutOfLayer(layer)
  return {
    width: clamp(background.fields.width, Math.round((box.width + 2 * PADDING) * layer.fontSize)),
    height: clamp(background.fields.height, Math.round(box.height * layer.fontSize)),
  }
}

export function fittedFontSize(layer: Layer, canvas: Size): number {
  const { box } = layoutOfLayer(layer)
  return clamp(fontSize, Math.floor((FIT_WIDTH * canvas.width) / box.width))
}

export const textTransform = placedTransform<TextLayer>({
  fields: textFields,
  sizeOf: boxOf,
  scaleBy(layer, factor, start) {
    layer.fontSize = clamp(fontSize, Math.round(start.fontSize * factor))
    const applied = layer.fontSize / start.fontSize
    const { width, height, borderRadius } = background.fields
    layer.background.width = clamp(width, Math.round(start.background.width * applied))
    layer.background.height = clamp(height, Math.round(start.background.height * applied))
    layer.background.borderRadius = clamp(borderRadius, Math.round(start.background.borderRadius * applied))
  },
  orbitOf: ({ threeDEffect }) => (threeDEffect.enabled ? { x: threeDEffect.rotateX, y: threeDEffect.rotateY } : null),
  orbitTo({ threeDEffect }, degrees) {
    const { rotateX, rotateY } = textFields.threeDEffect.fields
    threeDEffect.rotateX = clamp(rotateX, Math.round(normalizeDegrees(degrees.x)))
    threeDEffect.rotateY = clamp(rotateY, Math.round(normalizeDegrees(degrees.y)))
  },
  sizeText: (layer) => `${Math.round(layer.fontSize)} px`,
})
