import type { Point } from '../../kit/base/geometry.ts'
import { t } from '../../kit/i18n/translate.ts'
import { kinds } from '../../layers/registry.ts'
import { pictureInDocument } from '../../model/document/crop.ts'
import { type Session, snapshotOf } from '../../model/session/session.ts'
import { select } from '../../model/session/ui/selection.ts'
import { directionInDocument, panBy } from '../../render/compositor/viewport.ts'
import { previewFrame } from '../../render/previewFrame.ts'
import { alignment, distribution, type Edge } from '../canvas/align.ts'
import type { Axis } from '../canvas/gaps.ts'
import { type Group, groupOf, moveGroup } from '../canvas/group.ts'
import { movableLayers } from '../canvas/targets.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** Distance that an arrow key pans the view when nothing is selected, CSS px. */
const PAN = 48

/**
 * Moves the selection by `step` document px as an undo step; pans the view when nothing is selected. `direction` has
 * -1, 0 or 1 per axis.
 */
export function nudge({ session, viewport }: Workspace, direction: Point, step: number): void {
  const { doc, history, ui } = session
  if (!doc.photo) return
  const shown = snapshotOf(session)
  if (ui.selection.length === 0) {
    viewport.show(panBy(viewport.get(), { x: -direction.x * PAN, y: -direction.y * PAN }, previewFrame(session).fitted))
    return
  }
  const group = groupOf(shown, kinds, ui.selection)
  const by = directionInDocument(viewport.get(), { x: direction.x * step, y: direction.y * step })
  if (group) history.transact(t('Move'), () => moveGroup(doc, group, by, shown), `${ui.selection.join()}.nudge`)
}

/** Aligns several selected layers with each other, a single one with the canvas. One undo step. */
export const align = (session: Session, edge: Edge): void =>
  arrange(session, t('Align'), (group) => alignment(group, edge, pictureInDocument(snapshotOf(session))))

/** Makes the gaps between the selected layers equal along an axis. One undo step. */
export const distribute = (session: Session, axis: Axis): void =>
  arrange(session, t('Distribute'), (group) => distribution(group, axis))

function arrange(session: Session, label: string, moves: (group: Group) => readonly Point[]) {
  const shown = snapshotOf(session)
  const group = groupOf(shown, kinds, session.ui.selection)
  if (!group) return
  const offsets = moves(group)
  session.history.transact(label, () => {
    group.members.forEach((member, i) => {
      const by = offsets[i]
      if (by && (by.x !== 0 || by.y !== 0))
        moveGroup(session.doc, { members: [member], placed: member.placed }, by, shown)
    })
  })
}

/** Selects all layers that can be moved on the canvas. */
export const selectAll = (session: Session): void => select(session.ui, ...movableLayers(snapshotOf(session), kinds))
