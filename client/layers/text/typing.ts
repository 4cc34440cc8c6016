/** Typing the words of a text, in its panel and on the canvas. */
import { defaults } from '#client/kit/base/fields.ts'
import type { MatteAsset } from '#client/model/assets/store.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import { pictureRect } from '#client/model/document/crop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { atBestPlace, isAtBestPlace } from './bestPlace.ts'
import { type TextLayer, textFields } from './schema.ts'
import { fillsFrame, fitIntoPicture, inkBox, setWords } from './transform.ts'

/**
 * Returns a function that writes the words that the user types while a field has the focus (`setWords`), and fits the
 * first words of a new text into the image. A text at its best place moves to the best place of its new words. Call it
 * within an undo step. `now` returns the document with the changes so far. `matte`: the subject's matte.
 */
export function startTyping(
  layer: TextLayer,
  now: () => DocumentSnapshot,
  matte: MatteAsset | null,
): (text: string) => void {
  const { text: before, fontSize } = layer
  const position = { ...layer.position }
  const fills = fillsFrame(layer)
  const isPlaced = isAtBestPlace(layer, now(), matte)
  let isFitted = isPlaced
  return (text) => {
    if (isFitted) Object.assign(layer, { text: before, fontSize, position: { ...position } })
    setWords(layer, text, now(), fills)
    if (isPlaced) placeAgain(layer, now(), matte)
    else isFitted = fitFirstWords(layer, before, now)
  }
}

/** Moves and resizes a text to its best place, unless it has no letters. */
function placeAgain(layer: TextLayer, doc: DocumentSnapshot, matte: MatteAsset | null): void {
  if (layer.text.trim() === '') return
  const { fontSize, position } = atBestPlace(layer, doc, matte)
  Object.assign(layer, { fontSize, position })
}

/**
 * Fits a new text into the image, as `fitIntoPicture` does, if its letters are wider than the image. Changes nothing
 * when the user has typed other words before, or has set the size or font. `before`: the words before the user typed.
 * Call it within the undo step of typing. `now` returns the document with the changes so far. Returns true if the text
 * was fitted.
 */
function fitFirstWords(layer: TextLayer, before: string, now: () => DocumentSnapshot): boolean {
  const fresh = defaults(textFields)
  const isFresh = before === fresh.text && layer.fontSize === fresh.fontSize && layer.fontFamily === fresh.fontFamily
  const doc = now()
  const letters = inkBox(layer, canvasSize(doc))
  if (!isFresh || !letters || letters.size.width <= pictureRect(doc).width) return false
  fitIntoPicture(layer, now)
  return true
}
