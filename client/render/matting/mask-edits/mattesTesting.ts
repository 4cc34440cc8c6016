/** Set-up for tests of mattes. */
import { separatedPhoto } from '../../../../tests/helpers/session.ts'
import { defaults } from '../../../kit/base/fields.ts'
import type { Point } from '../../../kit/base/geometry.ts'
import { listOf } from '../../../kit/base/immutable.ts'
import { type MaskStroke, strokeFields } from '../../../model/document/maskEdits.ts'
import { snapshotOf } from '../../../model/session/session.ts'
import { matteOf } from './editedMattes.ts'

/** Creates a session with a subject of 100 × 100 px in the corner of a photo. */
export function editable() {
  const session = separatedPhoto()
  const { history, doc } = session
  const stroke = (mode: MaskStroke['mode'], at: Point) =>
    history.transact('Stroke', () => {
      const look = { ...defaults(strokeFields), isSnapping: false, mode }
      doc.mend.strokes = listOf([...doc.mend.strokes, { ...look, points: listOf([at]) }])
    })
  const matte = () => {
    const found = matteOf(snapshotOf(session), session.assets)
    if (!found) throw new Error('the photo has no matte')
    return found
  }
  return { session, stroke, erase: (x: number) => stroke('erase', { x, y: 50 }), matte }
}
