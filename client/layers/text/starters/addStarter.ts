import { clamp } from '#client/kit/base/fields.ts'
import type { LayerId } from '#client/kit/base/ids.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import { centerOf, pictureInDocument } from '#client/model/document/crop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { addLayer } from '../../actions.ts'
import { leastHiddenCenter } from '../../shared/occlusion.ts'
import { type TextLayer, type TextValues, textFields } from '../schema.ts'
import { fittedFontSize, inkBox, textCenter, textTransform } from '../transform.ts'
import type { Starter } from './starters.ts'

/** Size of a heading beside the subject, relative to one that fills the canvas. */
const BESIDE = 0.45

/**
 * Adds and selects a heading as one undo step. The heading's size fits the canvas, and its position is where the
 * subject hides least of it. Null when no text can be added.
 */
export function addStarter(session: Session, starter: Starter, values: TextValues): LayerId | null {
  const doc = snapshotOf(session)
  const placed = sizedAndPlaced(starter, values, doc, session)
  return addLayer(session, 'text', { ...placed, placement: starter.placement })
}

function sizedAndPlaced(starter: Starter, values: TextValues, doc: DocumentSnapshot, { assets }: Session): TextValues {
  const canvas = canvasSize(doc)
  // A position behind the subject minimises the overlap, whatever the heading's placement.
  const layer = { ...values, id: '' as LayerId, kind: 'text', placement: 'background' } as TextLayer
  const picture = pictureInDocument(doc)
  const fitting = fittedFontSize(layer, picture) * (starter.size === 'beside' ? BESIDE : 1)
  layer.fontSize = clamp(textFields.fontSize, Math.floor(fitting))
  const box = inkBox(layer, canvas)
  const matte = matteOf(doc, assets)
  const center = box && matte ? leastHiddenCenter(layer, box, doc, matte) : null
  if (box && center) {
    const text = textCenter(layer, canvas)
    const x = starter.size === 'canvas' ? centerOf(picture).x : center.x + text.x - box.center.x
    layer.position = { ...layer.position }
    textTransform.moveTo(layer, { x, y: center.y + text.y - box.center.y }, doc)
  }
  return { ...values, fontSize: layer.fontSize, position: layer.position }
}
