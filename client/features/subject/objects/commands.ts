import type { Workspace } from '#client/editor/workspace/workspace.ts'
import { removeLayer } from '#client/layers/actions.ts'
import type { Session } from '#client/model/session/session.ts'
import { OBJECTS_PANEL } from '#client/model/session/ui/subject.ts'
import { asLifted } from '#client/render/objects/lifted.ts'
import { startLifting } from '../modes.ts'
import { createSelector } from '../subjectFlows.ts'

/** Opens the Objects panel and lifts each person in the photo. */
export function liftPeople({ session, flow }: Workspace): void {
  session.ui.panel = OBJECTS_PANEL
  session.ui.subject.lifts = null
  flow(createSelector).liftPeople()
}

/**
 * Erases the selected visible objects and fills the background. If no such object is selected, the next click on an
 * object erases it.
 */
export function eraseObject(session: Session): void {
  const objects = session.ui.selection.filter((id) => {
    const object = asLifted(session.doc.layers[id])
    return object && !object.isHidden
  })
  if (objects.length > 0) removeLayer(session, ...objects)
  else startLifting(session.ui, 'erase')
}
