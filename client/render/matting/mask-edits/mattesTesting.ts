/** Set-up for tests of mattes. */

import { defaults } from '#client/kit/base/fields.ts'
import type { Point } from '#client/kit/base/geometry.ts'
import { listOf } from '#client/kit/base/immutable.ts'
import { type MaskStroke, strokeFields } from '#client/model/document/maskEdits.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { separatedPhoto } from '../../../../tests/helpers/session.ts'
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
