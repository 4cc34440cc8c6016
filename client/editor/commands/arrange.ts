/** What the keys and menus do to everything that is selected: nudge, align, distribute. Each is one step of history. */
import type { Point } from '../../kit/base/geometry.ts'
import { t } from '../../kit/i18n/translate.ts'
import { kinds } from '../../layers/registry.ts'
import { canvasSize } from '../../model/document/backdrop.ts'
import { type Session, snapshotOf } from '../../model/session/session.ts'
import { select } from '../../model/session/ui/selection.ts'
import { panned } from '../../render/compositor/viewport.ts'
import { alignment, distribution, type Edge } from '../canvas/align.ts'
import type { Axis } from '../canvas/gaps.ts'
import { type Group, groupOf, moveGroup } from '../canvas/group.ts'
import { movable } from '../canvas/targets.ts'
import type { Workspace } from '../workspace/workspace.ts'

const DIRECTIONS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
export const ARROW_KEYS = Object.keys(DIRECTIONS)

/** CSS px that an arrow key moves the view by when nothing is selected. */
const PAN = 48

/** One px of the photo, with Shift ten; without a selection the view. */
export function nudge({ session, viewport }: Workspace, { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>) {
  const { doc, history, ui } = session
  const direction = DIRECTIONS[key]
  if (!direction || !doc.photo) return
  const shown = snapshotOf(session)
  if (ui.selection.length === 0)
    return viewport.show(panned(viewport.get(), { x: -direction.x * PAN, y: -direction.y * PAN }, canvasSize(shown)))
  const group = groupOf(shown, kinds, ui.selection)
  const step = shiftKey ? 10 : 1
  const by = { x: direction.x * step, y: direction.y * step }
  if (group) history.transact(t('Move'), () => moveGroup(doc, group, by, shown), `${ui.selection.join()}.nudge`)
}

/** Several in line with each other, one in line with the canvas. */
export const align = (session: Session, edge: Edge): void =>
  arrange(session, t('Align'), (group) => alignment(group, edge, canvasSize(snapshotOf(session))))

export const distribute = (session: Session, axis: Axis): void =>
  arrange(session, t('Distribute'), (group) => distribution(group, axis))

function arrange(session: Session, label: string, moves: (group: Group) => readonly Point[]) {
  const shown = snapshotOf(session)
  const group = groupOf(shown, kinds, session.ui.selection)
  if (!group) return
  const ways = moves(group)
  session.history.transact(label, () => {
    group.members.forEach((member, i) => {
      const by = ways[i]
      if (by && (by.x !== 0 || by.y !== 0))
        moveGroup(session.doc, { members: [member], placed: member.placed }, by, shown)
    })
  })
}

export const selectAll = (session: Session): void => select(session.ui, ...movable(snapshotOf(session), kinds))
