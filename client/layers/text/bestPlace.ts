import type { Rect } from '#client/kit/geometry/geometry.ts'
import { intersection } from '#client/kit/geometry/rect.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { clampField, defaults } from '#client/kit/values/fields.ts'
import { isEqual, memoOn, memoOnPair } from '#client/kit/values/identity.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { MatteAsset } from '#client/model/assets/store.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import { pictureInDocument, pictureRect } from '#client/model/document/crop.ts'
import type { DocumentSnapshot, LayerBase } from '#client/model/document/document.ts'
import { mutableCopy } from '#client/model/history/records.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { uprightBox } from '#client/render/kind.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { besideHead, type IsAllowed, mostReadable } from '../occlusion/readability.ts'
import { centerOf } from '../placement/placed.ts'
import { boxesOfOthers } from '../subjectBox.ts'
import { groundOf, type Tones, tonesOf } from './contrast.ts'
import { isTextReadable, lostLetters, offerInFront } from './hiddenText.ts'
import { wordsIn } from './letters.ts'
import { isPlaceholder, unboxPlaceholder } from './placeholder.ts'
import { type TextLayer, textFields, withAutomaticColors } from './schema.ts'
import { fontSizeOf, layoutOfLayer } from './textSize.ts'
import { fittedFontSize, setFontSize, setFrame, textTransform, typedBox } from './transform.ts'
import { wellWoven, wovenFront } from './weave.ts'

/** Font sizes that are tried, as multiples of the wanted size. The wanted size is first. */
const SIZES = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3]
/** Minimum font size at the best place, as a multiple of the wanted size. Smaller headings would be overlooked. */
const LEAST_SHARE = 0.6
/** Maximum height of the letters, as a fraction of the image's height. */
const MAX_HEIGHT = 0.9
/** If text is readable at this multiple of the wanted size, it is scaled down instead of woven. */
const WORTH_SHRINKING = 0.8
/** Font size of a text layer in front of the subject, as a multiple of the size that fits the image. */
const BESIDE = 0.45
/** Minimum font size of text that is scaled down, as a fraction of the image's shorter side. */
const LEAST_SIZE = 0.045

/** The image that a text layer is placed on. `tones`: the photo's tones, so that each letter contrasts with it. */
type On = [doc: DocumentSnapshot, matte: MatteAsset | null, tones?: Tones | null]

/**
 * Returns a copy of the text layer at a large size within the image, on the same side of the subject. Behind the
 * subject, every word is readable if possible. If not, the worst word loses as few letters as possible. The letters in
 * front are chosen again if the text has letters in front. Otherwise no letter moves in front. In front of the subject,
 * the text covers little of the head. Avoids other layers if possible. If the text has no letters or the photo has no
 * matte, the position doesn't change.
 */
export function atBestPlace(text: Immutable<TextLayer>, ...[doc, matte, tones = null]: On): TextLayer {
  const layer = mutableCopy(text) as TextLayer
  if (isPlaceholder(layer, doc)) unboxPlaceholder(layer, doc)
  const isBehind = layer.placement === 'background'
  const fitted = Math.min(fittedFontSize(layer, pictureRect(doc)), heightLimit(layer, doc))
  const wanted = (isBehind ? 1 : BESIDE) * fitted
  const texts = matte ? textsIn(layer, wanted, doc, LEAST_SHARE) : []
  return (matte && placeBest(layer, texts, doc, matte, tones)) ?? inSize(layer, wanted)
}

/**
 * Returns the font size (document px) at which the letters are as high as `MAX_HEIGHT` allows. Infinity for text
 * without letters.
 */
export function heightLimit(layer: Immutable<TextLayer>, doc: DocumentSnapshot): number {
  const box = typedBox(layer, canvasSize(doc))
  return box ? (fontSizeOf(layer) * MAX_HEIGHT * pictureRect(doc).height) / box.size.height : Number.POSITIVE_INFINITY
}

function placeBest(
  layer: Immutable<TextLayer>,
  texts: ReturnType<typeof textsIn>,
  doc: DocumentSnapshot,
  matte: MatteAsset,
  tones: Tones | null,
): TextLayer | null {
  if (texts.length === 0) return null
  const [isFree, isBehind] = [freeOfOthers(layer, doc), layer.placement === 'background']
  if (!isBehind) return moved(besideHead(texts, doc, matte, isFree), doc)
  const best = mostReadable(layer, texts, doc, matte, isFree, groundOf(layer, doc, tones))
  const isLarge = best.text.fontSize >= WORTH_SHRINKING * (texts[0]?.text.fontSize ?? 0)
  const woven = layer.front === '' || (best.isReadable && isLarge) ? null : wovenPlace(texts, doc, matte, isFree)
  if (woven) return woven
  const text = moved(best, doc)
  if (layer.front === '') return { ...text, front: '' }
  // chosen again, because the subject hides different letters in the new place
  const front = text.threeDEffect.enabled ? wovenFront(text, doc, matte) : wellWoven(text, doc, matte)?.front
  return { ...text, front: front ?? '' }
}

/**
 * Returns a copy of the text with letters in front of the subject, at the largest size, where the letters cover little
 * of the subject's head. Returns null if the text can't be woven well (`wellWoven`).
 */
function wovenPlace(
  [text]: ReturnType<typeof textsIn>,
  doc: DocumentSnapshot,
  matte: MatteAsset,
  isFree: (bounds: Rect) => boolean,
): TextLayer | null {
  if (!text) return null
  const place = besideHead([{ ...text, text: mutableCopy(text.text) as TextLayer }], doc, matte, isFree)
  return isFree(uprightBox(place.box)) ? wellWoven(moved(place, doc), doc, matte) : null
}

/** Returns a function that returns true for bounds that don't intersect another layer. */
function freeOfOthers({ id }: Immutable<TextLayer>, doc: DocumentSnapshot): (bounds: Rect) => boolean {
  const others = boxesOfOthers(doc, [id])
  return (bounds) => !others.some((other) => intersection(bounds, other))
}

/**
 * Moves a text layer that was readable in the document `was` and isn't readable now. The layer moves to a readable
 * place behind the subject, at the largest possible size up to its current size. If there is no such place, it moves to
 * its best place (`atBestPlace`). Woven text stays woven there, because no message says that the subject hides it.
 */
export function keepReadable(proxy: TextLayer, was: DocumentSnapshot, doc: DocumentSnapshot, matte: MatteAsset): void {
  const [before, after] = [was.layers[proxy.id] as Immutable<TextLayer>, doc.layers[proxy.id] as Immutable<TextLayer>]
  if (!isTextReadable(before, was, matte) || isTextReadable(after, doc, matte)) return
  const best = readablePlace(after, doc, matte, freeOfOthers(after, doc)) ?? atBestPlace(after, doc, matte)
  moveTo(proxy, { ...best, front: best.front || (after.front && wovenFront(best, doc, matte)) })
}

const moveTo = (proxy: LayerBase, { fontSize, position, frame, threeDEffect, front }: TextLayer): void =>
  void Object.assign(proxy, { fontSize, position, frame, threeDEffect, front })

/**
 * Returns a copy of the text at the best position behind the subject where every word is readable. The size is the
 * largest possible between `least` times the current size and the current size. Null if there is no such position.
 */
export function readablePlace(
  layer: Immutable<TextLayer>,
  doc: DocumentSnapshot,
  matte: MatteAsset,
  isAllowed: IsAllowed,
  least = 0,
): TextLayer | null {
  const texts = textsIn(layer, layer.fontSize, doc).filter(({ text }) => text.fontSize >= least * layer.fontSize)
  const best = texts.length > 0 ? mostReadable(layer, texts, doc, matte, isAllowed) : null
  return best?.isReadable ? moved(best, doc) : null
}

/**
 * Returns a copy of the text at the best position behind the subject where no letter is lost. If there is none, the
 * worst word loses as few letters as possible. The size is at least `LEAST_SHARE` times the current size. Null if no
 * fewer letters are lost than at the current position. `isAllowed`: returns false for bounds (document px) to avoid.
 */
export function placeWithMostLetters(
  layer: Immutable<TextLayer>,
  doc: DocumentSnapshot,
  matte: MatteAsset,
  isAllowed: (bounds: Rect) => boolean,
): TextLayer | null {
  const hasAllLetters: IsAllowed = (bounds, lost) => isAllowed(bounds) && lost.flat().every((part) => part < 1)
  const complete = readablePlace(layer, doc, matte, hasAllLetters, LEAST_SHARE)
  const texts = complete ? [] : textsIn(layer, layer.fontSize, doc, LEAST_SHARE)
  if (texts.length === 0) return complete
  const best = mostReadable(layer, texts, doc, matte, isAllowed)
  const text = isAllowed(uprightBox(best.box)) ? moved(best, doc) : null
  return text && lostLetters(text, doc, matte) < lostLetters(layer, doc, matte) ? text : null
}

/**
 * Returns a copy of the text centered horizontally in the image, at the height where it is most readable behind the
 * subject, at most at its current size. Without a matte or letters, the position doesn't change.
 */
export function centeredPlace(layer: Immutable<TextLayer>, ...[doc, matte, tones = null]: On): TextLayer {
  const wanted = Math.min(layer.fontSize, fittedFontSize(layer, pictureRect(doc)))
  const texts = matte ? textsIn(layer, wanted, doc) : []
  if (!matte || texts.length === 0) return inSize(layer, wanted)
  const [isFree, ground] = [freeOfOthers(layer, doc), groundOf(layer, doc, tones)]
  return moved(mostReadable(layer, texts, doc, matte, isFree, ground, layer.rotation), doc)
}

/**
 * Returns the text at the size `wanted` and at smaller sizes of at least `leastShare` × `wanted`, with the boxes of its
 * letters. Empty if the text has no letters.
 */
function textsIn(layer: Immutable<TextLayer>, wanted: number, doc: DocumentSnapshot, leastShare = 0) {
  const { width, height } = pictureRect(doc)
  const least = LEAST_SIZE * Math.min(width, height)
  return SIZES.filter((share) => share === 1 || (share >= leastShare && share * wanted >= least)).flatMap((share) => {
    const text = inSize(layer, share * wanted)
    const box = typedBox(text, canvasSize(doc))
    return box ? [{ text, box, outline: outlineOf(text, doc), words: wordsIn(text) }] : []
  })
}

function inSize(layer: Immutable<TextLayer>, size: number): TextLayer {
  const text = mutableCopy(layer) as TextLayer
  setFontSize(text, clampField(textFields.fontSize, Math.floor(size)))
  return text
}

/** Returns the box that must stay within the image: the painted letters, or the text's background box. */
const outlineOf = (text: TextLayer, doc: DocumentSnapshot) =>
  (!text.background.enabled && typedBox(text, canvasSize(doc))) || textTransform.placed(text, doc)

/** Moves a text layer so that its letters are at `outline`, and moves its text box into the image. */
function moved({ text, outline }: ReturnType<typeof textsIn>[number], doc: DocumentSnapshot): TextLayer {
  const [{ x, y }, from] = [textTransform.placed(text, doc).center, outlineOf(text, doc).center]
  textTransform.moveTo(text, { x: x + outline.center.x - from.x, y: y + outline.center.y - from.y }, doc)
  keepFrameInside(text, doc)
  return text
}

/**
 * If an unrotated text box extends beyond the left or right edge of the image, makes the box narrower, so that longer
 * words stay in the image. A box with centered lines loses the same width on both sides, so that the lines don't move.
 */
function keepFrameInside(layer: TextLayer, doc: DocumentSnapshot): void {
  const { frame, alignment, rotation } = layer
  if (!frame.enabled || rotation !== 0) return
  const [center, picture] = [centerOf(layer, canvasSize(doc)), pictureInDocument(doc)]
  const [x, y] = [center.x - frame.width / 2, center.y - frame.height / 2]
  const left = Math.max(0, picture.x - x)
  const right = Math.max(0, x + frame.width - picture.x - picture.width)
  const [atLeft, atRight] = alignment === 'center' ? [Math.max(left, right), Math.max(left, right)] : [left, right]
  setFrame(layer, { x: x + atLeft, y, width: frame.width - atLeft - atRight, height: frame.height }, doc)
}

/**
 * Positions that differ by less than this are regarded as equal, because stored positions are rounded. Unit: percent of
 * the image. For 3D text, the lengths of the effect are rounded too, which changes the text's size.
 */
const ROUNDING = { flat: 0.01, solid: 0.2 }

/**
 * Returns true if a text layer without a text box already has the size and position that `atBestPlace` computes, or
 * would have computed before the user changed the text's color or the background.
 */
export const isAtBestPlace = (layer: Immutable<TextLayer>, ...[doc, matte, tones]: On): boolean =>
  matte !== null && !layer.frame.enabled && isAtBest(doc, matte)(layer, layoutOfLayer(layer))(tones ?? NO_TONES)

/** Stands for missing tones, because a cache can't have null as a key. */
const NO_TONES: Tones = { width: 0, height: 0, luminances: [] }

// Cached, because the canvas bar calls it in each frame of a zoom. A font that has loaded changes the layout.
const isAtBest = memoOnPair((doc: DocumentSnapshot, matte: MatteAsset) =>
  memoOnPair((layer: Immutable<TextLayer>, _layout: ReturnType<typeof layoutOfLayer>) =>
    memoOn((known: Tones): boolean => {
      const tones = known === NO_TONES ? null : known
      const isThere = (text: Immutable<TextLayer>, on: DocumentSnapshot) =>
        isSamePlace(layer, atBestPlace(text, on, matte, tones))
      const { color } = defaults(textFields)
      const first = layer.matched ? withAutomaticColors(layer) : { ...layer, color }
      const isFirst = !tones || (doc.backdrop.type === 'original' && isEqual(first, layer))
      return isThere(layer, doc) || (!isFirst && isThere(first, { ...doc, backdrop: { type: 'original' } }))
    }),
  ),
)

function isSamePlace(layer: Immutable<TextLayer>, { fontSize, position, front }: TextLayer): boolean {
  const rounding = ROUNDING[layer.threeDEffect.enabled ? 'solid' : 'flat']
  const isNear = (side: keyof typeof position) => Math.abs(position[side] - layer.position[side]) < rounding
  const isNearBoth = isNear('horizontal') && isNear('vertical')
  return Math.abs(fontSize - layer.fontSize) < 1 + rounding && isNearBoth && front === layer.front
}

/** Returns the selected layer if it is a single text layer behind the subject, otherwise null. */
export function textBehind(doc: DocumentSnapshot, selection: readonly LayerId[]): Immutable<TextLayer> | null {
  const layer = selection.length === 1 && selection[0] ? doc.layers[selection[0]] : null
  return doc.separation && layer?.kind === 'text' && layer.placement === 'background'
    ? (layer as Immutable<TextLayer>)
    : null
}

/**
 * Returns true if the user has chosen the font size. Such a size is neither the default size, nor the size that fits
 * the image, nor the size at the best place.
 */
const isUsersSize = (layer: Immutable<TextLayer>, doc: DocumentSnapshot, best: TextLayer): boolean =>
  [textFields.fontSize.default, Math.floor(fittedFontSize(layer, pictureRect(doc))), best.fontSize].every(
    (size) => Math.abs(size - layer.fontSize) > 1,
  )

/** Returns true if the user has chosen the font size of a text layer (see `isUsersSize`). */
export const hasUsersSize = (layer: Immutable<TextLayer>, ...on: On): boolean =>
  layer.fontSize !== textFields.fontSize.default && isUsersSize(layer, on[0], atBestPlace(layer, ...on))

/**
 * Moves the selected text behind the subject, or that of `ids`, to its best place, as one undo step. Doesn't change a
 * font size that the user has chosen. Afterwards, calls `offerInFront`.
 */
export function moveToBestPlace(session: Session, ids: readonly LayerId[] = session.ui.selection): void {
  const doc = snapshotOf(session)
  const [layer, matte] = [textBehind(doc, ids), matteOf(doc, session.assets)]
  const proxy = layer && session.doc.layers[layer.id]
  if (!proxy || !matte) return
  const tones = tonesOf(doc, session.assets)
  const automatic = atBestPlace(layer, doc, matte, tones)
  const own = Math.min(fontSizeOf(layer), fittedFontSize(layer, pictureRect(doc)))
  const best = isUsersSize(layer, doc, automatic)
    ? (placeBest(layer, textsIn(layer, own, doc, 1), doc, matte, tones) ?? automatic)
    : automatic
  const wasThere = !layer.frame.enabled && isSamePlace(layer, best)
  session.history.transact(t('Best place'), () => moveTo(proxy, best))
  const isHidden = offerInFront(session, best, true)
  if (wasThere && !isHidden) session.notices.toast({ title: t('The text is already in the best place.') })
}
