/** The font, line breaks and size of a text layer's text, and the sizes of its text box and background box. */
import type { FontWeight } from '#client/kit/fonts/families.ts'
import { isFontLoaded } from '#client/kit/fonts/load.ts'
import type { Rect, Size } from '#client/kit/geometry/geometry.ts'
import { union } from '#client/kit/geometry/rect.ts'
import { clampField } from '#client/kit/values/fields.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { cachedLayoutOf, FALLBACK_FAMILY } from './paint/measure.ts'
import { paragraphStyleOf } from './paint/paintOptions.ts'
import type { TextLayout } from './paint/TextLayout.ts'
import { casedWords, faceFor, paintedWeight, type TextLayer, textFields } from './schema.ts'
import { wrapLine } from './wrapText.ts'

type Layer = Immutable<TextLayer>
const { background, frame } = textFields

/**
 * Returns the family and weight for painting a layer. Until the layer's own font is loaded, this is the fallback font.
 */
export function faceOf(layer: Layer): { family: string; weight: FontWeight } {
  const weight = paintedWeight(layer)
  return { family: isFontLoaded(...faceFor(layer)) ? layer.fontFamily : FALLBACK_FAMILY, weight }
}

const layoutOfText = (layer: Layer, text: string): TextLayout => {
  const { family, weight } = faceOf(layer)
  return cachedLayoutOf(casedWords(layer, text), family, weight, paragraphStyleOf(layer))
}

export const layoutOfLayer = (layer: Layer): TextLayout => layoutOfText(layer, wordsOf(layer))

/** Maximum number of lines into which a text box breaks one line. */
const MAX_LINES = 5
/** An additional line break must increase the font size at least by this factor. */
const WORTH_A_BREAK = 1.15

/** A line break inside a long word, with a hyphen, must increase the font size at least by this factor. */
const WORTH_A_HYPHEN = 1.3

/** Returns the text with the line breaks of the text box, in the letter case that the user has typed. */
export function wordsOf(layer: Layer): string {
  const { text, frame, curve } = layer
  if (!frame.enabled || !frame.wraps || curve !== 0) return text
  let best = text
  for (const divides of [false, true]) {
    const worth = divides ? WORTH_A_HYPHEN : WORTH_A_BREAK
    for (let count = 2; count <= MAX_LINES && fittingSize(layer, best) < layer.fontSize; count++) {
      const wrapped = text.replace(/[^\n]+/g, (line) => wrapLine(line, count, divides))
      if (fittingSize(layer, wrapped) > worth * fittingSize(layer, best)) best = wrapped
    }
  }
  return best
}

/**
 * Returns the font size (document px) that makes this text fill its text box. Without letters, the layer's font size.
 */
function fittingSize(layer: Layer, text: string): number {
  const extent = extentOf(layer, text)
  return extent ? Math.min(layer.frame.width / extent.width, layer.frame.height / extent.height) : layer.fontSize
}

/**
 * Returns the bounds of the letters and, if the background box fits the text, of that box. Unit: em relative to the
 * text's center.
 */
export function extentOf(layer: Layer, text = wordsOf(layer)): Rect | null {
  const { box, ink } = layoutOfText(layer, text)
  const { enabled, fitsText, paddingX, paddingY } = layer.background
  if (!enabled || !fitsText || !ink) return ink
  const [width, height] = [Math.max(0, box.width + paddingX / 50), Math.max(0, box.height + paddingY / 50)]
  return union(ink, { x: -width / 2, y: -height / 2, width, height })
}

/**
 * Returns the painted font size in document px. It is smaller than the stored size if the text would extend beyond its
 * text box.
 */
export function fontSizeOf(layer: Layer): number {
  return layer.frame.enabled ? Math.min(layer.fontSize, fittingSize(layer, wordsOf(layer))) : layer.fontSize
}

/** Returns the font size (document px) that makes the text fill its text box. Infinity if nothing is painted. */
export const fillingSize = (layer: Layer): number => fontSizeOf({ ...layer, fontSize: Number.POSITIVE_INFINITY })

/** Returns the size of the text's box without the background box, in document px. */
export function textSize(layer: Layer): Size {
  const { box } = layoutOfLayer(layer)
  const size = fontSizeOf(layer)
  return { width: box.width * size, height: box.height * size }
}

/**
 * Returns the size of the painted background box in document px: the size in the fields, or the size that fits the
 * text.
 */
export function backgroundSize(layer: Layer): Size {
  const { fitsText, width, height } = layer.background
  return fitsText ? paddedSize(layer) : { width, height }
}

/** Returns the size of the painted text with the padding of the background box, in document px. */
function paddedSize(layer: Layer): Size {
  const { paddingX, paddingY } = layer.background
  const [text, size] = [textSize(layer), fontSizeOf(layer)]
  const padded = (length: number, padding: number) => Math.max(0, length + (size * padding) / 50)
  return { width: padded(text.width, paddingX), height: padded(text.height, paddingY) }
}

/** Returns the size of a background box that fits text and padding, in whole document px within the fields' ranges. */
export function fittedBackground(layer: Layer): Size {
  const { width, height } = paddedSize(layer)
  return {
    width: clampField(background.fields.width, Math.round(width)),
    height: clampField(background.fields.height, Math.round(height)),
  }
}

/** Returns the size of a text box that encloses the text in its stored font size, in document px. */
export function enclosingFrame(stored: Layer): Size {
  const layer = { ...stored, frame: { ...stored.frame, enabled: false } }
  const [text, extent] = [textSize(layer), extentOf(layer)]
  const side = (name: keyof Size) =>
    clampField(frame.fields[name], Math.max(text[name], layer.fontSize * (extent?.[name] ?? 0)))
  return { width: side('width'), height: side('height') }
}
