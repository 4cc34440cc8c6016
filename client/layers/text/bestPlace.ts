import { clampField } from '#client/kit/base/fields.ts'
import type { LayerId } from '#client/kit/base/ids.ts'
import type { Immutable } from '#client/kit/base/immutable.ts'
import { t } from '#client/kit/i18n/translate.ts'
import type { MatteAsset } from '#client/model/assets/store.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import { pictureRect } from '#client/model/document/crop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { mutableCopy } from '#client/model/history/records.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { type LetterGrid, mostReadable, unreadableShare } from '../shared/occlusion.ts'
import { linesOf } from './paint/TextLayout.ts'
import { type TextLayer, textFields } from './schema.ts'
import { fittedFontSize, inkBox, setFontSize, textCenter, textTransform, wordsOf } from './transform.ts'

/**
 * Font sizes to try, as multiples of the size that fits the image. The preferred size is first. A text in front of the
 * subject has one size, which leaves room for the subject beside it.
 */
const SIZES = { background: [1, 0.85, 0.7, 0.55, 0.4], foreground: [0.45] }

/**
 * Returns a copy of the text in the size and at the position where most of its letters could be read behind the
 * subject. If the text has no letters or the photo has no matte, the copy has the preferred size and the same position.
 */
export function atBestPlace(layer: Immutable<TextLayer>, doc: DocumentSnapshot, matte: MatteAsset | null): TextLayer {
  const canvas = canvasSize(doc)
  const fitting = fittedFontSize(layer, pictureRect(doc))
  const sized = SIZES[layer.placement].map((share) => {
    const text = mutableCopy(layer) as TextLayer
    setFontSize(text, clampField(textFields.fontSize, Math.floor(share * fitting)))
    return text
  })
  const [preferred = mutableCopy(layer) as TextLayer] = sized
  const boxes = sized.flatMap((text) => inkBox(text, canvas) ?? [])
  if (!matte || boxes.length === 0) return preferred
  const { box, index } = mostReadable({ ...layer, placement: 'background' }, boxes, letterGridOf(layer), doc, matte)
  const [text, before] = [sized[index], boxes[index]]
  if (!text || !before) return preferred
  const from = textCenter(text, canvas)
  const [x, y] = [from.x + box.center.x - before.center.x, from.y + box.center.y - before.center.y]
  textTransform.moveTo(text, { x, y }, doc)
  return text
}

/** Two positions that differ by less are equal, because stored positions are rounded. Percent of the image. */
const ROUNDING = 0.01

/** Returns true if a text without a text box has the size and position that `atBestPlace` returns. */
export function isAtBestPlace(layer: Immutable<TextLayer>, doc: DocumentSnapshot, matte: MatteAsset | null): boolean {
  if (!matte || layer.frame.enabled) return false
  const { fontSize, position } = atBestPlace(layer, doc, matte)
  const isNear = (side: keyof typeof position) => Math.abs(position[side] - layer.position[side]) < ROUNDING
  return fontSize === layer.fontSize && isNear('horizontal') && isNear('vertical')
}

/** Returns the fraction (0..1) of the text's letters that the subject makes unreadable. */
export function unreadableLetters(layer: Immutable<TextLayer>, doc: DocumentSnapshot, matte: MatteAsset): number {
  const box = inkBox(layer, canvasSize(doc))
  return box ? unreadableShare(layer, box, letterGridOf(layer), doc, matte) : 0
}

function letterGridOf(layer: Immutable<TextLayer>): LetterGrid {
  const lines = linesOf(wordsOf(layer))
  return { columns: Math.max(1, ...lines.map((line) => [...line].length)), rows: lines.length }
}

/** Returns the selected layer if it is a single text behind the subject, otherwise null. */
export function textBehind(doc: DocumentSnapshot, selection: readonly LayerId[]): Immutable<TextLayer> | null {
  const layer = selection.length === 1 && selection[0] ? doc.layers[selection[0]] : null
  return doc.separation && layer?.kind === 'text' && layer.placement === 'background'
    ? (layer as Immutable<TextLayer>)
    : null
}

/** Moves and resizes the selected text behind the subject (`atBestPlace`) as one undo step. */
export function moveToBestPlace(session: Session): void {
  const doc = snapshotOf(session)
  const [layer, matte] = [textBehind(doc, session.ui.selection), matteOf(doc, session.assets)]
  const proxy = layer && session.doc.layers[layer.id]
  if (!proxy || !matte) return
  const { fontSize, position, frame } = atBestPlace(layer, doc, matte)
  session.history.transact(t('Best place'), () => Object.assign(proxy, { fontSize, position, frame }))
}
