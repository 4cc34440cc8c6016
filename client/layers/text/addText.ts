import { middleOf, rotatePoint } from '#client/kit/geometry/geometry.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { defaults } from '#client/kit/values/fields.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import { pictureInDocument, uprightRotation } from '#client/model/document/crop.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { addLayer } from '../actions.ts'
import { centeredPlace } from './bestPlace.ts'
import { tonesOf } from './contrast.ts'
import { type TextLayer, textFields } from './schema.ts'
import { inkBox, setFrame, textTransform } from './transform.ts'

/**
 * Adds and selects a text layer with the size and position that the specification defines. A text box makes the painted
 * text smaller and moves it to a readable place. Returns the layer's id, or null if the limit of text layers is
 * reached.
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
  const centered = centeredPlace(layer, doc, matteOf(doc, session.assets), tonesOf(doc, session.assets))
  const letters = inkBox(centered, canvasSize(doc))
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
