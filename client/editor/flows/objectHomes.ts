/** The planes to which lifted objects belong after the subject's matte was replaced. */
import type { Coverage } from '../../model/assets/store.ts'
import { type Session, snapshotOf } from '../../model/session/session.ts'
import { liftedMatteOf } from '../../render/matting/mask-edits/editedMattes.ts'
import { homeOf } from '../../render/matting/partition/partition.ts'
import { asLifted, liftedLayers } from '../../render/objects/lifted.ts'

/**
 * Writes the home of each lifted object anew: the subject if `subject`, the new matte, has at least half of it, else the
 * background. Call it within a step or an amendment of history.
 */
export function updateHomes(session: Session, subject: Coverage): void {
  const doc = snapshotOf(session)
  for (const object of liftedLayers(doc)) {
    const matte = liftedMatteOf(doc, session.assets, object)
    const living = asLifted(session.doc.layers[object.id])
    if (matte && living) Object.assign(living.lifted, { home: homeOf(matte, subject) })
  }
}
