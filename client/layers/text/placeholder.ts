/** The words of a new text until the user edits the text. A text box keeps the words readable and inside the image. */
import { defaults } from '#client/kit/base/fields.ts'
import { distance, middleOf, rotatePoint } from '#client/kit/base/geometry.ts'
import type { LayerId } from '#client/kit/base/ids.ts'
import type { Immutable } from '#client/kit/base/immutable.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import { pictureInDocument, uprightRotation } from '#client/model/document/crop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { addLayer } from '../actions.ts'
import { centerOf } from '../shared/placed.ts'
import { centredPlace } from './bestPlace.ts'
import { type TextLayer, textFields } from './schema.ts'
import { fontSizeOf, inkBox, setFrame, textTransform } from './transform.ts'

/**
 * Adds and selects a text with the specified size and position. A text box paints its words smaller, at a readable
 * place. Returns the layer's id.
 */
export function addText(session: Session): LayerId | null {
  const doc = snapshotOf(session)
  const layer: TextLayer = {
    ...defaults(textFields),
    text: t('new text'),
    rotation: uprightRotation(doc, true),
    id: '' as LayerId,
    kind: 'text',
    placement: 'background',
  }
  const middle = middleOf(pictureInDocument(doc))
  textTransform.moveTo(layer, middle, doc)
  const letters = inkBox(centredPlace(layer, doc, matteOf(doc, session.assets)), canvasSize(doc))
  if (letters) {
    const { x, y } = letters.center
    const up = rotatePoint({ x: middle.x - x, y: middle.y - y }, -layer.rotation).y
    const size = { width: Math.round(letters.size.width), height: Math.round(letters.size.height + 2 * Math.abs(up)) }
    setFrame(layer, { x: middle.x - size.width / 2, y: middle.y - size.height / 2, ...size }, doc)
    Object.assign(layer.frame, { wraps: false, vertical: up > 0 ? 'top' : 'bottom' })
  }
  const { id: _, kind, ...values } = layer
  return addLayer(session, kind, values)
}

/** Returns true for a new text whose words, size, font and place the user hasn't changed. */
export function isPlaceholder(layer: Immutable<TextLayer>, doc: DocumentSnapshot): boolean {
  const { text, fontSize, fontFamily, frame } = layer
  const fresh = defaults(textFields)
  const isDefault = fontSize === fresh.fontSize && fontFamily === fresh.fontFamily
  if (!isDefault || (text !== fresh.text && text !== t('new text'))) return false
  const away = distance(centerOf(layer, canvasSize(doc)), middleOf(pictureInDocument(doc)))
  return !frame.enabled || (!frame.wraps && away < 1)
}

/** Replaces the text box of a new text by the painted size and position. Call it within an undo step. */
export function unboxPlaceholder(layer: TextLayer, doc: DocumentSnapshot): void {
  if (!layer.frame.enabled) return
  const [{ center }, size] = [textTransform.placed(layer, doc), fontSizeOf(layer)]
  layer.frame = defaults(textFields).frame
  layer.fontSize = Math.floor(size)
  textTransform.moveTo(layer, center, doc)
}
