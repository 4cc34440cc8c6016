/** Typing the words of a text, in its panel and on the canvas. */
import { contains, expandRect } from '#client/kit/base/rect.ts'
import type { MatteAsset } from '#client/model/assets/store.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import { pictureInDocument } from '#client/model/document/crop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { uprightBox } from '#client/render/kind.ts'
import { atBestPlace, centredPlace, isAtBestPlace } from './bestPlace.ts'
import { isPlaceholder, unboxPlaceholder } from './placeholder.ts'
import type { TextLayer } from './schema.ts'
import { fillsFrame, resizeSolid, setWords, solidOf, typedBox } from './transform.ts'

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
 * Returns functions that write the words that the user types (`setWords`). A new text, or a text at its best place, moves
 * to the best place of its new words when the user pauses, or earlier when the image's edge would cut them off. `now`
 * returns the document with the changes so far. `matte`: the subject's matte. `step` runs a change within the undo step
 * of the typing.
 */
export function startTyping(
  layer: TextLayer,
  now: () => DocumentSnapshot,
  matte: MatteAsset | null,
  step: (change: () => void) => void,
): Typing {
  const { text: before, fontSize } = layer
  const [position, frame] = [{ ...layer.position }, { ...layer.frame }]
  const [fills, solid] = [fillsFrame(layer), solidOf(layer)]
  const isNew = isPlaceholder(layer, now())
  const follows = isNew || isAtBestPlace(layer, now(), matte)
  let waiting = 0
  const write = (text: string) => {
    if (isNew) unboxPlaceholder(layer, now())
    setWords(layer, text, now(), !isNew && fills)
  }
  const place = (text: string) => {
    Object.assign(layer, { text: before, fontSize, position: { ...position }, frame: { ...frame } })
    resizeSolid(layer, solid)
    write(text)
    placeAgain(layer, now(), matte)
    resizeSolid(layer, solid)
  }
  const end = () => {
    const { text } = layer
    if (waiting) step(() => place(text))
    clearTimeout(waiting)
    removeEventListener('pointerdown', end, true)
    waiting = 0
  }
  return {
    end,
    type(text) {
      write(text)
      if (follows && isCutOff(layer, now())) place(text)
      resizeSolid(layer, solid)
      if (!follows) return
      clearTimeout(waiting)
      waiting = window.setTimeout(end, PAUSE)
      addEventListener('pointerdown', end, true) // before the pressed control begins its own undo step
    },
  }
}

/** Moves and resizes a text to its best place, unless it has no letters. */
function placeAgain(layer: TextLayer, doc: DocumentSnapshot, matte: MatteAsset | null): void {
  if (layer.text.trim() === '') return
  const { fontSize, position } = matte ? atBestPlace(layer, doc, matte) : centredPlace(layer, doc, null)
  Object.assign(layer, { fontSize, position })
}

/** Returns true if a part of the letters is outside the image. */
function isCutOff(layer: TextLayer, doc: DocumentSnapshot): boolean {
  const letters = typedBox(layer, canvasSize(doc))
  return letters !== null && !contains(expandRect(pictureInDocument(doc), 1), uprightBox(letters))
}
