/** How the canvas handles act on a text (spec §4, §5). Pure but for the browser's measuring. */
import { clamp } from '../../base/fields.ts'
import type { Point, Size } from '../../base/geometry.ts'
import type { DocumentSnapshot, Immutable } from '../../document/document.ts'
import type { LayerTransform } from '../kind.ts'
import type { TextLayout } from './layout.ts'
import { layoutOf, weightOf } from './measure.ts'
import { type TextLayer, textFields } from './schema.ts'

type Layer = Immutable<TextLayer>
const { background, fontSize, position, rotation } = textFields

/** Room between a text and the edge of its background box when the box is made to fit, in em. */
const PADDING = 0.25
/** Fit makes the text this part of the canvas' width (decisions). */
const FIT = 0.9

export const layoutOfLayer = (layer: Layer): TextLayout =>
  layoutOf(layer.text, layer.fontFamily, weightOf(layer.fontWeight))

/** The words' box without a background, document px. */
export function wordsSize(layer: Layer): Size {
  const { box } = layoutOfLayer(layer)
  return { width: box.width * layer.fontSize, height: box.height * layer.fontSize }
}

/** The text's own box or its background's, whichever reaches further: what is selected and hit. Document px. */
export function boxOf(layer: Layer): Size {
  const text = wordsSize(layer)
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
  return clamp(fontSize, Math.floor((FIT * canvas.width) / box.width))
}

export const centerOf = (layer: Layer, canvas: Size): Point => ({
  x: (layer.position.horizontal / 100) * canvas.width,
  y: (layer.position.vertical / 100) * canvas.height,
})

export const textTransform: LayerTransform<TextLayer> = {
  placed: (layer, doc) => ({
    center: centerOf(layer, canvasOf(doc)),
    size: boxOf(layer),
    rotation: layer.rotation,
  }),
  moveTo(layer, center, doc) {
    const canvas = canvasOf(doc)
    layer.position.horizontal = clamp(position.fields.horizontal, fine((100 * center.x) / canvas.width))
    layer.position.vertical = clamp(position.fields.vertical, fine((100 * center.y) / canvas.height))
  },
  scaleBy(layer, factor, start) {
    layer.fontSize = clamp(fontSize, Math.round(start.fontSize * factor))
    const applied = layer.fontSize / start.fontSize
    const { width, height, borderRadius } = background.fields
    layer.background.width = clamp(width, Math.round(start.background.width * applied))
    layer.background.height = clamp(height, Math.round(start.background.height * applied))
    layer.background.borderRadius = clamp(borderRadius, Math.round(start.background.borderRadius * applied))
  },
  rotateTo(layer, degrees) {
    layer.rotation = clamp(rotation, Math.round(normalised(degrees) * 10) / 10)
  },
  orbitOf: ({ threeDEffect }) => (threeDEffect.enabled ? { x: threeDEffect.rotateX, y: threeDEffect.rotateY } : null),
  orbitTo({ threeDEffect }, degrees) {
    const { rotateX, rotateY } = textFields.threeDEffect.fields
    threeDEffect.rotateX = clamp(rotateX, Math.round(normalised(degrees.x)))
    threeDEffect.rotateY = clamp(rotateY, Math.round(normalised(degrees.y)))
  },
  sizeText: (layer) => `${Math.round(layer.fontSize)} px`,
}

export const canvasOf = (doc: DocumentSnapshot): Size => doc.photo ?? { width: 0, height: 0 }

/** A thousandth of a percent is 0.06 px of a 6000 px photo: drags stay exact and the record stays readable. */
const fine = (percent: number) => Math.round(percent * 1000) / 1000

/** Into -180..180; both ends are the same picture. */
const normalised = (degrees: number) => degrees - 360 * Math.round(degrees / 360)
