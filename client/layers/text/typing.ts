/** Typing the text of a layer, in its panel or on the canvas. */

import { rotatePoint } from '#client/kit/geometry/geometry.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { clampField } from '#client/kit/values/fields.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { MatteAsset } from '#client/model/assets/store.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import { pictureRect } from '#client/model/document/crop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { centerOf } from '../placement/placed.ts'
import { centerInPicture, seenBox, seenMap } from '../placement/seen.ts'
import { atBestPlace, centeredPlace, isAtBestPlace } from './bestPlace.ts'
import type { Tones } from './contrast.ts'
import { followWords, showAgain } from './front.ts'
import { isTextReadable, offerInFront } from './hiddenText.ts'
import { isPlaceholder, unboxPlaceholder } from './placeholder.ts'
import { type TextLayer, textFields } from './schema.ts'
import { fillingSize, textSize } from './textSize.ts'
import { fittedFontSize, resizeSolid, setFontSize, solidOf, textTransform, typedBox } from './transform.ts'
import { hasUnseenLetter } from './weave.ts'

/** Functions for typing the text of one layer while a field has the focus. */
export interface Typing {
  /** Writes the text. Must be called within an undo step. */
  type(text: string): void
  /** Moves the text to its place if necessary. Called when the user has finished typing. */
  end(): void
}

/**
 * CSS selector of the text fields and of controls that the user may press while typing. Pressing any other element ends
 * typing.
 */
const KEEPS_TYPING = 'textarea, [data-keeps-typing]'

/**
 * Returns functions that write the text that the user types. A new text layer, or a text layer at its best place,
 * always has the size of its best place. While the user types, it moves only as far as needed to stay inside the image.
 * When the user has finished typing or presses another control, it moves to its best place. Flat text behind the
 * subject moves only if it isn't readable or a letter is completely hidden. `now` returns the current document.
 * `matte`: the subject's matte. `step` runs the last change as part of the typing's undo step (`typingStep`). `tones`:
 * the photo's tones.
 */
export function startTyping(
  layer: TextLayer,
  now: () => DocumentSnapshot,
  matte: MatteAsset | null,
  step: (change: () => void) => void,
  tones: Tones | null = null,
): Typing {
  const { text: before, front, fontSize } = layer
  const [position, frame] = [{ ...layer.position }, { ...layer.frame }]
  const [fills, solid] = [fillsFrame(layer), solidOf(layer)]
  const isNew = isPlaceholder(layer, now())
  const follows = isNew || isAtBestPlace(layer, now(), matte, tones)
  let isPending = false
  const write = (text: string, place: () => void) => {
    if (follows) {
      Object.assign(layer, { text: before, front, fontSize, position: { ...position }, frame: { ...frame } })
      resizeSolid(layer, solid)
    }
    if (isNew) unboxPlaceholder(layer, now())
    setWords(layer, text, now(), !isNew && fills)
    if (follows) place()
    resizeSolid(layer, solid)
  }
  const placeTyped = () => {
    layer.fontSize = placeOf(layer, now(), matte, tones).fontSize
    resizeSolid(layer, solid)
    keepInside(layer, now())
  }
  const placeFinally = () => {
    placeTyped()
    const isBehind = layer.placement === 'background' && !layer.threeDEffect.enabled
    const isReadable = matte && isBehind && isTextReadable(layer, now(), matte) && !hasUnseenLetter(layer, now(), matte)
    if (!isReadable) Object.assign(layer, placeOf(layer, now(), matte, tones))
  }
  const end = () => {
    const { text } = layer
    if (isPending) step(() => write(text, placeFinally))
    removeEventListener('pointerdown', press, true)
    isPending = false
  }
  const press = ({ target }: Event) => {
    if (!(target instanceof Element && target.closest(KEEPS_TYPING))) end()
  }
  return {
    end,
    type(text) {
      write(text, placeTyped)
      isPending = follows
      // moves the text before the pressed control begins its own undo step
      if (follows) addEventListener('pointerdown', press, true)
    },
  }
}

/**
 * Returns a function that runs a change, merges its undo step with all steps since typing began, and calls
 * `offerInFront`.
 */
export function typingStep(session: Session, { id }: Immutable<TextLayer>): (change: () => void) => void {
  const { mark } = session.history
  return (change) => {
    session.history.transact(t(textFields.text.label), change)
    session.history.mergeBack(`layer:${id}`, mark)
    const now = snapshotOf(session).layers[id]
    if (now) offerInFront(session, now as Immutable<TextLayer>, true, true)
  }
}

/**
 * Returns the size and position of a text layer at its best place. If there are no letters, returns its current size
 * and position.
 */
function placeOf(layer: TextLayer, doc: DocumentSnapshot, matte: MatteAsset | null, tones: Tones | null) {
  const hasLetters = layer.text.trim() !== ''
  const placed =
    matte && hasLetters ? atBestPlace(layer, doc, matte, tones) : hasLetters ? centeredPlace(layer, doc, null) : layer
  const { fontSize, position, front } = placed
  return { fontSize, position, front }
}

/**
 * Scales down letters that are wider or higher than the image, and moves letters that the image's edge would cut off.
 */
function keepInside(layer: TextLayer, doc: DocumentSnapshot): void {
  const picture = pictureRect(doc)
  const lettersNow = () => typedBox(layer, canvasSize(doc))
  const letters = lettersNow()
  if (!letters) return
  const { height } = seenBox(letters, seenMap(doc))
  const size = Math.min(fittedFontSize(layer, picture), (layer.fontSize * picture.height) / height)
  if (size < layer.fontSize) setFontSize(layer, Math.floor(size))
  const shown = lettersNow() ?? letters
  const [from, to, { x, y }] = [shown.center, centerInPicture(shown, doc), textTransform.placed(layer, doc).center]
  textTransform.moveTo(layer, { x: x + to.x - from.x, y: y + to.y - from.y }, doc)
}

/** A text layer counts as filling its text box from this fraction of `fillingSize`. */
const FILLS = 0.97

/** Returns true if the text is behind the subject and fills its text box. */
export const fillsFrame = (layer: Immutable<TextLayer>): boolean =>
  layer.frame.enabled && layer.placement === 'background' && layer.fontSize >= FILLS * fillingSize(layer)

/**
 * Changes the text of a layer. The aligned edge of its lines doesn't move. `fills`: the text filled its text box when
 * typing began (`fillsFrame`). If true, the new text fills the box too, so that a short word isn't hidden by the
 * subject. Must be called within an undo step, after the font has loaded.
 */
export function setWords(layer: TextLayer, text: string, doc: DocumentSnapshot, fills = fillsFrame(layer)): void {
  const { width } = textSize(layer)
  showAgain(layer, text)
  Object.assign(layer, { text, front: followWords(layer, text) })
  const size = fillingSize(layer)
  if (fills && size < Number.POSITIVE_INFINITY) layer.fontSize = clampField(textFields.fontSize, size)
  const side = { left: 0.5, center: 0, right: -0.5 }[layer.alignment]
  if (layer.frame.enabled || side === 0 || layer.curve !== 0) return
  const shift = rotatePoint({ x: side * (textSize(layer).width - width), y: 0 }, layer.rotation)
  const { x, y } = centerOf(layer, canvasSize(doc))
  const across = doc.crop?.isMirrored ? -shift.x : shift.x // in a mirrored composition, text is mirrored back
  textTransform.moveTo(layer, { x: x + across, y: y + shift.y }, doc)
}
