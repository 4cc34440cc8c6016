/** Moves everything that is selected: nudge, align, distribute. Each is one step of history. */
import type { Point } from '../../kit/base/geometry.ts'
import { t } from '../../kit/i18n/translate.ts'
import { kinds } from '../../layers/registry.ts'
import { canvasSize } from '../../model/document/backdrop.ts'
import { type Session, snapshotOf } from '../../model/session/session.ts'
import { select } from '../../model/session/ui/selection.ts'
import { panBy } from '../../render/compositor/viewport.ts'
import { alignment, distribution, type Edge } from '../canvas/align.ts'
import type { Axis } from '../canvas/gaps.ts'
import { type Group, groupOf, moveGroup } from '../canvas/group.ts'
import { movable } from '../canvas/targets.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** CSS px that an arrow key moves the view by when nothing is selected. */
const PAN = 48

/** Moves the selection by `step` px of the photo, or, with nothing selected, the view. `direction`: -1, 0 or 1 each way. */
export function nudge({ session, viewport }: Workspace, direction: Point, step: number): void {
  const { doc, history, ui } = session
  if (!doc.photo) return
  const shown = snapshotOf(session)
  if (ui.selection.length === 0) {
    viewport.show(panBy(viewport.get(), { x: -direction.x * PAN, y: -direction.y * PAN }, canvasSize(shown)))
    return
  }
  const group = groupOf(shown, kinds, ui.selection)
  const by = { x: direction.x * step, y: direction.y * step }
  if (group) history.transact(t('Move'), () => moveGroup(doc, group, by, shown), `${ui.selection.join()}.nudge`)
}

/** Aligns several layers with each other, one with the canvas. */
export const align = (session: Session, edge: Edge): void =>
  arrange(session, t('Align'), (group) => alignment(group, edge, canvasSize(snapshotOf(session))))

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

export const selectAll = (session: Session): void => select(session.ui, ...movable(snapshotOf(session), kinds))
