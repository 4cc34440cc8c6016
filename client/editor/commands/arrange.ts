import type { Point } from '#client/kit/geometry/geometry.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { seenMap } from '#client/layers/placement/seen.ts'
import { kinds } from '#client/layers/registry.ts'
import { weaveMoved } from '#client/layers/text/hiddenText.ts'
import { pictureRect } from '#client/model/document/crop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { select } from '#client/model/session/ui/selection.ts'
import { changeableSelection } from '#client/model/session/ui/subject.ts'
import { directionInDocument, panBy } from '#client/render/compositor/viewport.ts'
import { previewFrame } from '#client/render/previewDocument.ts'
import { alignment, distribution, type Edge } from '../tools/align.ts'
import { type Group, groupOf, type Member, moveGroup } from '../tools/group.ts'
import type { Axis } from '../tools/snap.ts'
import { movableLayers } from '../tools/targets.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** Distance that an arrow key pans the view if no layer is selected, in CSS px. */
const PAN = 48

/**
 * Moves the selected layers by `step` document px. Consecutive moves form one undo step. If no layer is selected, pans
 * the view by `PAN` CSS px. Does nothing if there is no photo. `direction`: -1, 0 or 1 per displayed axis.
 */
export function nudge({ session, viewport }: Workspace, direction: Point, step: number): void {
  const { doc, history, ui } = session
  if (!doc.photo) return
  const snapshot = snapshotOf(session)
  const selection = changeableSelection(ui)
  if (selection.length === 0) {
    viewport.show(panBy(viewport.get(), { x: -direction.x * PAN, y: -direction.y * PAN }, previewFrame(session).fitted))
    return
  }
  const group = groupOf(snapshot, kinds, selection)
  const by = directionInDocument(viewport.get(), { x: direction.x * step, y: direction.y * step })
  if (group) {
    const merge = `${selection.join()}.nudge`
    const was = history.startOf(merge)
    const move = () => {
      moveGroup(doc, group, by, snapshot)
      weaveMoved(session, was)
    }
    history.transact(t('Move'), move, merge)
  }
}

/** Returns the selected layer if it is the only one and its proportions are free. Otherwise returns null. */
export function stretchableOf(session: Session): Member | null {
  const [only, second] = groupOf(snapshotOf(session), kinds, changeableSelection(session.ui))?.members ?? []
  return only && !second && only.transform.stretchTo ? only : null
}

/**
 * Stretches or shrinks the selected layer by `step` document px, to at least 1 px. Consecutive changes form one undo
 * step. The layer's center doesn't move. Does nothing if `stretchableOf` returns null. `direction`: -1, 0 or 1 per axis
 * of the layer's box.
 */
export function stretch(session: Session, direction: Point, step: number): void {
  const found = stretchableOf(session)
  if (!found) return
  const { id, transform, placed } = found
  const longer = (side: number, by: number) => Math.max(1, side + by * step)
  const size =
    direction.x === 0
      ? { height: longer(placed.size.height, direction.y) }
      : { width: longer(placed.size.width, direction.x) }
  const write = () => {
    const layer = session.doc.layers[id]
    if (layer) transform.stretchTo?.(layer, size)
  }
  session.history.transact(t('Resize'), write, `${id}.stretch`)
}

/** Aligns several selected layers with each other, or a single layer with the image's frame, as one undo step. */
export const align = (session: Session, edge: Edge): void =>
  arrange(session, t('Align'), (group, snapshot) => alignment(group, edge, pictureRect(snapshot), seenMap(snapshot)))

/** Makes the gaps between at least three selected layers equal along a displayed axis, as one undo step. */
export const distribute = (session: Session, axis: Axis): void =>
  arrange(session, t('Distribute'), (group, snapshot) => distribution(group, axis, seenMap(snapshot)))

function arrange(
  session: Session,
  label: string,
  moves: (group: Group, snapshot: DocumentSnapshot) => readonly Point[],
) {
  const snapshot = snapshotOf(session)
  const group = groupOf(snapshot, kinds, changeableSelection(session.ui))
  if (!group) return
  const offsets = moves(group, snapshot)
  session.history.transact(label, () => {
    group.members.forEach((member, i) => {
      const by = offsets[i]
      if (by && (by.x !== 0 || by.y !== 0))
        moveGroup(session.doc, { members: [member], placed: member.placed }, by, snapshot)
    })
    weaveMoved(session, snapshot)
  })
}

export const selectAll = (session: Session): void => select(session.ui, ...movableLayers(snapshotOf(session), kinds))
