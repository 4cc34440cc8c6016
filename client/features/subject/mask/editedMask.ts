/** The mask that the tool Edit mask changes: the mask of the subject or of a lifted object. */

import type { ObjectLayer } from '#client/layers/object/schema.ts'
import type { SubjectLayer } from '#client/layers/subject/index.ts'
import { type Document, layerOfKind } from '#client/model/document/document.ts'
import type { MaskEdits } from '#client/model/document/maskEdits.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { selectedLayer } from '#client/model/session/ui/selection.ts'
import { editedObjectId } from '#client/model/session/ui/subject.ts'
import { asLifted } from '#client/render/objects/lifted.ts'
import { isFilled, neededFill } from '#client/render/photo/branches.ts'

/** The records that Edit mask changes. They are objects of the document, not of a snapshot. */
export interface EditedMask {
  /** The object whose mask is edited, or null while the subject's mask is edited. */
  object: ObjectLayer | null
  mend: MaskEdits
  /** Path of the mask edits (`mend`) in the document. */
  path: string
  /** The fill behind the subject or the object. Null while the hole isn't filled. */
  fill: SubjectLayer['fill'] | null
}

/** Returns the mask that Edit mask changes. For an object that no longer exists, returns the subject's mask. */
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
  // safe cast: only subject layers have this kind
  const subject = layerOfKind(doc, 'subject') as SubjectLayer | undefined
  return { object: null, mend: doc.mend, path: 'mend', fill: subject && neededFill(snapshot) ? subject.fill : null }
}

/** Returns the selected layer when it is a lifted object. */
export const selectedObject = ({ doc, ui }: Pick<Session, 'doc' | 'ui'>): ObjectLayer | null =>
  objectIn(doc, selectedLayer(ui))

function objectIn({ layers }: Document, id: ReturnType<typeof selectedLayer>): ObjectLayer | null {
  const layer = id ? layers[id] : undefined
  return asLifted(layer) ? (layer as ObjectLayer) : null // safe cast: only objects have the field `lifted`
}
