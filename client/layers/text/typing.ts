/** Typing the text of a layer, in its panel or on the canvas. */

import { rotatePoint } from '#client/kit/geometry/geometry.ts'
import { contains, expandRect } from '#client/kit/geometry/rect.ts'
import { clampField } from '#client/kit/values/fields.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { MatteAsset } from '#client/model/assets/store.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import { pictureInDocument, pictureRect } from '#client/model/document/crop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { mutableCopy } from '#client/model/history/records.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { uprightBox } from '#client/render/kind.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { centerOf } from '../placement/placed.ts'
import { centerInPicture, seenBox, seenMap } from '../placement/seen.ts'
import { atBestPlace, centeredPlace, isAtBestPlace, moveToBestPlace } from './bestPlace.ts'
import { type Tones, tonesOf } from './contrast.ts'
import { followWords, showAgain } from './front.ts'
import { offerInFront } from './hiddenText.ts'
import { isPlaceholder, unboxPlaceholder } from './placeholder.ts'
import { type TextLayer, textFields } from './schema.ts'
import { fillingSize, textSize } from './textSize.ts'
import { fittedFontSize, resizeSolid, setFontSize, solidOf, textTransform, typedBox } from './transform.ts'

/** Functions for typing the text of one layer while a field has the focus. */
export interface Typing {
  /** Writes the text. Must be called within an undo step. */
  type(text: string): void
  /** Called when the user has finished typing. */
  end(): void
}

/**
 * CSS selector of the text fields and of controls that the user may press while typing. Pressing any other element ends
 * typing.
 */
const KEEPS_TYPING = 'textarea, [data-keeps-typing]'

/**
 * Returns functions that write the text that the user types. A new text layer, or a text layer at its best place,
 * always has the size of its best place. It moves only as far as needed to stay inside the image, and only while the
 * user types. `now` returns the current document. `matte`: the subject's matte. `onEnd` is called when the user has
 * finished typing in such a layer or presses another control. `tones`: the photo's tones.
 */
export function startTyping(
  layer: TextLayer,
  now: () => DocumentSnapshot,
  matte: MatteAsset | null,
  onEnd: () => void,
  tones: Tones | null = null,
): Typing {
  const { text: before, front, fontSize } = layer
  const [position, frame] = [{ ...layer.position }, { ...layer.frame }]
  const [fills, solid] = [fillsFrame(layer), solidOf(layer)]
  const isNew = isPlaceholder(layer, now())
  const follows = isNew || isAtBestPlace(layer, now(), matte, tones)
  let isPending = false
  const write = (text: string) => {
    if (follows) {
      Object.assign(layer, { text: before, front, fontSize, position: { ...position }, frame: { ...frame } })
      resizeSolid(layer, solid)
    }
    if (isNew) unboxPlaceholder(layer, now())
    setWords(layer, text, now(), !isNew && fills)
    if (follows) {
      layer.fontSize = finalSize(layer, now(), matte, tones)
      resizeSolid(layer, solid)
      keepInside(layer, now())
    }
    resizeSolid(layer, solid)
  }
  const end = () => {
    removeEventListener('pointerdown', press, true)
    if (isPending) onEnd()
    isPending = false
  }
  const press = ({ target }: Event) => {
    if (!(target instanceof Element && target.closest(KEEPS_TYPING))) end()
  }
  return {
    end,
    type(text) {
      write(text)
      isPending = follows
      // ends the undo step of typing before the pressed control begins its own
      if (follows) addEventListener('pointerdown', press, true)
    },
  }
}

/**
 * Returns a function that ends typing: it merges all undo steps since typing began, and calls `offerInFront`. The layer
 * doesn't move, because the user has seen it in this place.
 */
export function typingEnd(session: Session, { id }: Immutable<TextLayer>): () => void {
  const { mark } = session.history
  return () => {
    session.history.mergeBack(`layer:${id}`, mark)
    const [doc, { assets }] = [snapshotOf(session), session]
    const now = doc.layers[id] as Immutable<TextLayer> | undefined
    if (!now) return
    const isBest = isAtBestPlace(now, doc, matteOf(doc, assets), tonesOf(doc, assets))
    offerInFront(session, now, isBest, () => moveToBestPlace(session, [id]))
  }
}

/** Returns the font size of a text layer at its best place. If there are no letters, returns its current size. */
function finalSize(layer: TextLayer, doc: DocumentSnapshot, matte: MatteAsset | null, tones: Tones | null): number {
  if (layer.text.trim() === '') return layer.fontSize
  return (matte ? atBestPlace(layer, doc, matte, tones) : centeredPlace(layer, doc, null)).fontSize
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

/** A text layer counts as filling its text box if it has at least this fraction of `fillingSize`. */
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

/**
 * Returns a template's text layer with other words. If the words would leave the image, they become smaller or move,
 * unless the template's own words leave the image. All fonts must be loaded.
 */
export function withFittedWords(
  was: Immutable<TextLayer>,
  { text, front }: Pick<TextLayer, 'text' | 'front'>,
  doc: DocumentSnapshot,
): TextLayer {
  const image = expandRect(pictureInDocument(doc), 1)
  const isInside = (each: Immutable<TextLayer>) => {
    const letters = typedBox(each, canvasSize(doc))
    return letters !== null && contains(image, uprightBox(letters))
  }
  const layer = mutableCopy(was) as TextLayer
  setWords(layer, text, doc, false)
  if (isInside(was) && !isInside(layer)) keepInside(layer, doc)
  return { ...layer, text, front }
}
