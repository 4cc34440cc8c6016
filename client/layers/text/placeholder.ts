/**
 * Placeholder text of a new text layer, shown until the user edits it. A text box makes the placeholder readable and
 * moves it inside the image.
 */
import { distance, middleOf } from '#client/kit/geometry/geometry.ts'
import { everyTranslation } from '#client/kit/i18n/translate.ts'
import { defaults } from '#client/kit/values/fields.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import { pictureInDocument } from '#client/model/document/crop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { centerOf } from '../placement/placed.ts'
import { type TextLayer, textFields } from './schema.ts'
import { fontSizeOf } from './textSize.ts'
import { setFontSize, textTransform } from './transform.ts'

/** Returns true for the placeholder text of a new layer. The language may have changed since the layer was added. */
export const isNewText = (text: string): boolean => everyTranslation(textFields.text.default).includes(text)

/** Returns true for a new text layer if the user hasn't changed its text, size or position. */
export function isPlaceholder(layer: Immutable<TextLayer>, doc: DocumentSnapshot): boolean {
  const { text, fontSize, frame } = layer
  const fresh = defaults(textFields)
  if (fontSize !== fresh.fontSize || !isNewText(text)) return false
  const away = distance(centerOf(layer, canvasSize(doc)), middleOf(pictureInDocument(doc)))
  return !frame.enabled || (!frame.wraps && away < 1)
}

/**
 * Removes the text box of a new text layer. The layer gets the size and position of the painted text. Must be called
 * within an undo step.
 */
export function unboxPlaceholder(layer: TextLayer, doc: DocumentSnapshot): void {
  if (!layer.frame.enabled) return
  const [{ center }, size] = [textTransform.placed(layer, doc), fontSizeOf(layer)]
  layer.frame = defaults(textFields).frame
  layer.fontSize = Math.floor(size)
  textTransform.moveTo(layer, center, doc)
}

/**
 * Sets the font size (document px) of a text layer. If the layer is a placeholder, removes its text box. Must be called
 * within an undo step.
 */
export function resizeText(layer: TextLayer, size: number, doc: DocumentSnapshot): void {
  if (isPlaceholder(layer, doc)) unboxPlaceholder(layer, doc)
  setFontSize(layer, size)
}
