import { clampField } from '#client/kit/base/fields.ts'
import type { Rect } from '#client/kit/base/geometry.ts'
import type { LayerId } from '#client/kit/base/ids.ts'
import type { Immutable } from '#client/kit/base/immutable.ts'
import { intersection } from '#client/kit/base/rect.ts'
import { t } from '#client/kit/i18n/translate.ts'
import type { MatteAsset } from '#client/model/assets/store.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import { pictureRect } from '#client/model/document/crop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { mutableCopy } from '#client/model/history/records.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import type { Placed } from '#client/render/kind.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { besideHead, CLEAR, isReadable, mostReadable } from '../shared/readability.ts'
import { boxesOfOthers } from '../subjectBox.ts'
import { wordsIn } from './letters.ts'
import { type TextLayer, textFields } from './schema.ts'
import { fittedFontSize, setFontSize, textCenter, textTransform, typedBox } from './transform.ts'

/**
 * Font sizes to try behind the subject, as multiples of the wanted size. The wanted size is first. A smaller text would
 * look lost beside the subject.
 */
const SIZES = [1, 0.9, 0.8, 0.7]
/** Further sizes to try if other layers are in the image. Beside a title, a smaller text doesn't look lost. */
const SMALLER = [0.6, 0.5, 0.4]
/** Font size of a text in front of the subject, as a multiple of the size that fits the image. */
const BESIDE = 0.45

/**
 * Returns a copy of the text in a large size, at a position where every word can be read behind the subject. If there is
 * no such position, the copy is in front of the subject and covers little of the subject's head. The copy covers no other
 * layer, or little of the other layers. If the text has no letters or the photo has no matte, the copy has the preferred
 * size and the same position.
 */
export function atBestPlace(layer: Immutable<TextLayer>, doc: DocumentSnapshot, matte: MatteAsset | null): TextLayer {
  const isBehind = layer.placement === 'background'
  const wanted = (isBehind ? 1 : BESIDE) * fittedFontSize(layer, pictureRect(doc))
  const others = boxesOfOthers(doc, [layer.id])
  const sizes = isBehind ? [...SIZES, ...(others.length > 0 ? SMALLER : [])] : [1]
  const behind: Immutable<TextLayer> = { ...layer, placement: 'background' }
  const isFree = (bounds: Rect) => !others.some((other) => intersection(bounds, other))
  const found = matte && readablePlace(behind, wanted, doc, matte, isFree, sizes)
  if (found) return { ...found, placement: layer.placement }
  const texts = textsIn(layer, wanted, doc, sizes)
  const boxes = texts.map(({ box }) => box)
  const inFront = matte && boxes.length > 0 ? moved(texts, besideHead(boxes, doc, matte, others), doc) : null
  return inFront ? { ...inFront, placement: 'foreground' } : inSize(layer, wanted)
}

/**
 * Returns a copy of the text at the best position behind the subject where every word can be read, in the largest
 * possible size up to `wanted` (document px). Null if there is no such position. `isAllowed` accepts the bounds of the
 * letters, document px.
 */
export function readablePlace(
  layer: Immutable<TextLayer>,
  wanted: number,
  doc: DocumentSnapshot,
  matte: MatteAsset,
  isAllowed?: (bounds: Rect) => boolean,
  sizes: readonly number[] = SIZES,
): TextLayer | null {
  const texts = textsIn(layer, wanted, doc, sizes)
  const best = texts.length > 0 ? mostReadable(layer, texts, doc, matte, isAllowed) : null
  return best && moved(texts, best, doc)
}

/** Returns the text in several sizes, multiples of `wanted`, with the boxes of its letters. */
function textsIn(layer: Immutable<TextLayer>, wanted: number, doc: DocumentSnapshot, sizes: readonly number[]) {
  return sizes.flatMap((share) => {
    const text = inSize(layer, share * wanted)
    const box = typedBox(text, canvasSize(doc))
    return box ? [{ text, box, words: wordsIn(text) }] : []
  })
}

function inSize(layer: Immutable<TextLayer>, size: number): TextLayer {
  const text = mutableCopy(layer) as TextLayer
  setFontSize(text, clampField(textFields.fontSize, Math.floor(size)))
  return text
}

/** Moves the letters of the text `index` to `box`. */
function moved(
  texts: ReturnType<typeof textsIn>,
  { box, index }: { box: Placed; index: number },
  doc: DocumentSnapshot,
) {
  const from = texts[index]
  if (!from) return null
  const { x, y } = textCenter(from.text, canvasSize(doc))
  const center = { x: x + box.center.x - from.box.center.x, y: y + box.center.y - from.box.center.y }
  textTransform.moveTo(from.text, center, doc)
  return from.text
}

/**
 * Two positions that differ by less are equal, because stored positions are rounded. Percent of the image. The lengths
 * of a 3D text are rounded, too, and change its size.
 */
const ROUNDING = { flat: 0.01, solid: 0.2 }

/**
 * Returns the side of the subject on which a text without a text box already has the size and position that
 * `atBestPlace` would give it. Null if the text is elsewhere.
 */
export function placementAtBest(
  layer: Immutable<TextLayer>,
  doc: DocumentSnapshot,
  matte: MatteAsset | null,
): TextLayer['placement'] | null {
  if (!matte || layer.frame.enabled) return null
  const isBest = (from: TextLayer['placement']) => {
    const { fontSize, position, placement } = atBestPlace({ ...layer, placement: from }, doc, matte)
    const rounding = ROUNDING[layer.threeDEffect.enabled ? 'solid' : 'flat']
    const isNear = (side: keyof typeof position) => Math.abs(position[side] - layer.position[side]) < rounding
    const isSameSize = Math.abs(fontSize - layer.fontSize) < 1 + rounding
    return isSameSize && placement === layer.placement && isNear('horizontal') && isNear('vertical')
  }
  return [layer.placement, 'background' as const].find(isBest) ?? null
}

/** Returns true if the subject hides no word of the text behind it, and at most `limit` of each word. */
export function isTextReadable(
  layer: Immutable<TextLayer>,
  doc: DocumentSnapshot,
  matte: MatteAsset,
  limit = CLEAR,
): boolean {
  const box = typedBox(layer, canvasSize(doc))
  return !box || isReadable(layer, { box, words: wordsIn(layer) }, doc, matte, limit)
}

/** Returns the selected layer if it is a single text behind the subject, otherwise null. */
export function textBehind(doc: DocumentSnapshot, selection: readonly LayerId[]): Immutable<TextLayer> | null {
  const layer = selection.length === 1 && selection[0] ? doc.layers[selection[0]] : null
  return doc.separation && layer?.kind === 'text' && layer.placement === 'background'
    ? (layer as Immutable<TextLayer>)
    : null
}

/** Moves the selected text behind the subject to its best place (`atBestPlace`) as one undo step. */
export function moveToBestPlace(session: Session): void {
  const doc = snapshotOf(session)
  const [layer, matte] = [textBehind(doc, session.ui.selection), matteOf(doc, session.assets)]
  const proxy = layer && session.doc.layers[layer.id]
  if (!proxy || !matte) return
  const { fontSize, position, frame, placement, threeDEffect } = atBestPlace(layer, doc, matte)
  const values = { fontSize, position, frame, placement, threeDEffect }
  session.history.transact(t('Best place'), () => Object.assign(proxy, values))
}
