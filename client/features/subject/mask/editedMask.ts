/** Finds the mask that the Edit mask tool changes: the subject's mask or the mask of a lifted object. */

import type { ObjectLayer } from '#client/layers/object/schema.ts'
import type { Document } from '#client/model/document/document.ts'
import type { MaskEdits } from '#client/model/document/maskEdits.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { selectedLayer } from '#client/model/session/ui/selection.ts'
import { editedObjectId } from '#client/model/session/ui/subject.ts'
import { asLifted } from '#client/render/objects/lifted.ts'
import { type SubjectLayer, subjectProxy } from '#client/render/objects/subjectFields.ts'
import { isFilled, neededFill } from '#client/render/photo/branches.ts'

/** The records that the Edit mask tool changes. They are valtio proxies of the document, not snapshots. */
export interface EditedMask {
  /** The object whose mask is edited. Null if the subject's mask is edited. */
  object: ObjectLayer | null
  mend: MaskEdits
  /** Path of the mask's edits (`mend`) in the document. */
  path: string
  /** The background fill behind the subject or the object. Null if the hole isn't filled. */
  fill: SubjectLayer['fill'] | null
}

/**
 * Returns the mask that the Edit mask tool changes. If the edited object no longer exists, this is the subject's mask.
 */
export function editedMask(session: Session): EditedMask {
  const { doc, ui } = session
  const snapshot = snapshotOf(session)
  const object = objectIn(doc, editedObjectId(ui))
  if (object)
    return {
      object,
      mend: object.mend,
      path: `${object.id}.mend`,
      fill: isFilled(snapshot, object.id) ? object.fill : null,
    }
  const subject = subjectProxy(session)
  return { object: null, mend: doc.mend, path: 'mend', fill: subject && neededFill(snapshot) ? subject.fill : null }
}

/** Returns the selected layer if it is a lifted object, otherwise null. */
export const selectedObject = ({ doc, ui }: Pick<Session, 'doc' | 'ui'>): ObjectLayer | null =>
  objectIn(doc, selectedLayer(ui))

function objectIn({ layers }: Document, id: ReturnType<typeof selectedLayer>): ObjectLayer | null {
  const layer = id ? layers[id] : undefined
  return asLifted(layer) ? (layer as ObjectLayer) : null // safe cast: only objects have the field `lifted`
}
