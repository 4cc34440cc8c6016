/** Typing the words of a text, in its panel and on the canvas. */
import { defaults } from '#client/kit/base/fields.ts'
import { contains, expandRect } from '#client/kit/base/rect.ts'
import type { MatteAsset } from '#client/model/assets/store.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import { pictureInDocument, pictureRect } from '#client/model/document/crop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { uprightBox } from '#client/render/kind.ts'
import { atBestPlace, isAtBestPlace } from './bestPlace.ts'
import { type TextLayer, textFields } from './schema.ts'
import { fillsFrame, fitIntoPicture, inkBox, resizeSolid, setWords, solidOf, typedBox } from './transform.ts'

/** Typing the words of one text while a field has the focus. */
export interface Typing {
  /** Writes the words. Call it within an undo step. */
  type(text: string): void
  /** Places the last words at once. Call it when the user ends the typing. */
  end(): void
}

/** Time without a key press after which a text at its best place is placed again, ms. */
const PAUSE = 400

/**
 * Returns functions that write the words that the user types (`setWords`), and fit the first words of a new text into
 * the image. A text at its best place moves to the best place of its new words when the user pauses, or earlier when the
 * image's edge would cut them off. `now` returns the document with the changes so far. `matte`: the subject's matte.
 * `step` runs a change within the undo step of the typing.
 */
export function startTyping(
  layer: TextLayer,
  now: () => DocumentSnapshot,
  matte: MatteAsset | null,
  step: (change: () => void) => void,
): Typing {
  const { text: before, fontSize } = layer
  const position = { ...layer.position }
  const [fills, solid] = [fillsFrame(layer), solidOf(layer)]
  const isBest = isAtBestPlace(layer, now(), matte)
  let isFitted = false
  let waiting = 0
  const restore = () => {
    Object.assign(layer, { text: before, fontSize, position: { ...position } })
    resizeSolid(layer, solid)
  }
  const place = (text: string) => {
    restore()
    setWords(layer, text, now(), fills)
    placeAgain(layer, now(), matte)
    resizeSolid(layer, solid)
  }
  const end = () => {
    const { text } = layer
    if (waiting) step(() => place(text))
    clearTimeout(waiting)
    waiting = 0
  }
  return {
    end,
    type(text) {
      if (isFitted) restore()
      setWords(layer, text, now(), fills)
      if (!isBest) isFitted = fitFirstWords(layer, before, now)
      else if (isCutOff(layer, now())) place(text)
      resizeSolid(layer, solid)
      clearTimeout(waiting)
      waiting = isBest ? window.setTimeout(end, PAUSE) : 0
    },
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
 * when the user has typed other words before, or has set the size. `before`: the words before the user typed.
 * Call it within the undo step of typing. `now` returns the document with the changes so far. Returns true if the text
 * was fitted.
 */
function fitFirstWords(layer: TextLayer, before: string, now: () => DocumentSnapshot): boolean {
  const fresh = defaults(textFields)
  const isFresh = before === fresh.text && layer.fontSize === fresh.fontSize
  if (!isFresh || !isTooWide(layer, now())) return false
  fitIntoPicture(layer, now)
  return true
}

/** Returns true if the letters are wider than the image. */
function isTooWide(layer: TextLayer, doc: DocumentSnapshot): boolean {
  const letters = inkBox(layer, canvasSize(doc))
  return letters !== null && letters.size.width > pictureRect(doc).width
}

/** Returns true if a part of the letters is outside the image. */
function isCutOff(layer: TextLayer, doc: DocumentSnapshot): boolean {
  const letters = typedBox(layer, canvasSize(doc))
  return letters !== null && !contains(expandRect(pictureInDocument(doc), 1), uprightBox(letters))
}
