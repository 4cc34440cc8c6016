import type { LayerId } from '#client/kit/base/ids.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { addLayer } from '../../actions.ts'
import { atBestPlace } from '../bestPlace.ts'
import type { TextLayer, TextValues } from '../schema.ts'
import type { Starter } from './starters.ts'

/** Size of a heading beside the subject, relative to one that fills the canvas. */
const BESIDE = 0.45

/**
 * Adds and selects a heading as one undo step, where most of its letters can be read behind the subject, whatever its
 * placement. Null when no text can be added.
 */
export function addStarter(session: Session, { size, placement }: Starter, values: TextValues): LayerId | null {
  const doc = snapshotOf(session)
  const matte = matteOf(doc, session.assets)
  const layer = { ...values, id: '' as LayerId, kind: 'text', placement } as TextLayer
  const { fontSize, position } = atBestPlace(layer, doc, matte, size === 'beside' ? [BESIDE] : undefined)
  return addLayer(session, 'text', { ...values, fontSize, position, placement })
}
