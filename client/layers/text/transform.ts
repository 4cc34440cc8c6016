import { clamp } from '#client/kit/base/fields.ts'
import { rotatePoint, type Size } from '#client/kit/base/geometry.ts'
import type { Immutable } from '#client/kit/base/immutable.ts'
import type { FontWeight } from '#client/kit/fonts/families.ts'
import { isFontLoaded } from '#client/kit/fonts/load.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import type { Placed } from '#client/render/kind.ts'
import { centerOf, normalizeDegrees, placedTransform } from '../shared/placed.ts'
import { FALLBACK_FAMILY, layoutOf, weightOf } from './paint/measure.ts'
import { paragraphStyleOf } from './paint/paintOptions.ts'
import type { TextLayout } from './paint/TextLayout.ts'
import { type TextLayer, textFields } from './schema.ts'

type Layer = Immutable<TextLayer>
const { background, fontSize } = textFields

/** horizontal padding of a fitted background box, em */
const PADDING = 0.25
/** Fraction of the canvas' width that Fit fills. */
const FIT_WIDTH = 0.9

/** Returns the family and weight for painting a layer: its own, or the fallback until the font is loaded. */
export function faceOf({ fontFamily, fontWeight }: Layer): { family: string; weight: FontWeight } {
  const weight = weightOf(fontWeight)
  return { family: isFontLoaded(fontFamily, weight) ? fontFamily : FALLBACK_FAMILY, weight }
}

export function layoutOfLayer(layer: Layer): TextLayout {
  const { family, weight } = faceOf(layer)
  return layoutOf(layer.text, family, weight, paragraphStyleOf(layer))
}

/**
 * Returns the rotated box of a text's letters without the background box, document px; null when nothing is painted.
 */
export function inkBox(layer: Layer, canvas: Size): Placed | null {
  const { ink } = layoutOfLayer(layer)
  if (!ink) return null
  const { fontSize, rotation } = layer
  const middle = { x: (ink.x + ink.width / 2) * fontSize, y: (ink.y + ink.height / 2) * fontSize }
  const [center, offset] = [centerOf(layer, canvas), rotatePoint(middle, rotation)]
  return {
    center: { x: center.x + offset.x, y: center.y + offset.y },
    size: { width: ink.width * fontSize, height: ink.height * fontSize },
    rotation,
  }
}

/** Returns the size of the text's box without the background box, document px. */
export function textSize(layer: Layer): Size {
  const { box } = layoutOfLayer(layer)
  return { width: box.width * layer.fontSize, height: box.height * layer.fontSize }
}

/** Returns the size of the selection box, the larger of text and background box, document px. */
function boxOf(layer: Layer): Size {
  const text = textSize(layer)
  if (!layer.background.enabled) return text
  return {
    width: Math.max(text.width, layer.background.width),
    height: Math.max(text.height, layer.background.height),
  }
}

/** Returns the size of a background box that fits the text with padding, document px (decisions). */
export function fittedBackground(layer: Layer): Size {
  const { box } = layoutOfLayer(layer)
  return {
    width: clamp(background.fields.width, Math.round((box.width + 2 * PADDING) * layer.fontSize)),
    height: clamp(background.fields.height, Math.round(box.height * layer.fontSize)),
  }
}

/** Returns the font size, document px, at which the text fills `FIT_WIDTH` of the picture (document px). */
export function fittedFontSize(layer: Layer, picture: Size): number {
  const { box } = layoutOfLayer(layer)
  return clamp(fontSize, Math.floor((FIT_WIDTH * picture.width) / box.width))
}

export const textTransform = placedTransform<TextLayer>({
  fields: textFields,
  sizeOf: boxOf,
  visible: (layer, doc) => inkBox(layer, canvasSize(doc)),
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
