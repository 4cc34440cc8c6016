/** Moves layers within the stack and past the subject. Placement and order change in one undo step. */
import { t } from '#client/kit/i18n/translate.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { stackOrder } from '#client/render/stackOrder.ts'
import { kindOf, kinds } from './registry.ts'

const slotOf = (doc: DocumentSnapshot, id: LayerId) => kindOf(doc.layers[id]?.kind ?? '').slot

/** Returns the ids of the layers in the Layers panel, back to front. These are all layers except the background. */
export const stackRows = (doc: DocumentSnapshot): LayerId[] =>
  stackOrder(doc, kinds).filter((id) => slotOf(doc, id) !== 'backdrop')

/** Returns false for the subject and the background, because their positions in the stack are fixed. */
export function mayRestack(doc: DocumentSnapshot, id: LayerId): boolean {
  const slot = slotOf(doc, id)
  return slot === 'placed' || slot === 'clones'
}

/**
 * Moves a layer to an index among the other rows of the Layers panel (0 = back), or to the nearest allowed index. The
 * move is one undo step and may change the layer's placement.
 */
export function restackLayer(session: Session, id: LayerId, index: number): void {
  const doc = snapshotOf(session)
  if (!doc.layers[id] || !mayRestack(doc, id)) return
  const { others, front, nearest } = allowedPositions(doc, id)
  const to = nearest(index)
  const rows = others.toSpliced(to, 0, id)
  session.history.transact(t('Reorder layers'), () => {
    const proxy = session.doc.layers[id]
    if (proxy && slotOf(doc, id) === 'placed') proxy.placement = to < front ? 'background' : 'foreground'
    const order = [...doc.order.filter((other) => !rows.includes(other)), ...rows]
    if (order.some((other, i) => other !== doc.order[i])) session.doc.order = order
  })
}

/** Moves a layer one row up (1) or down (-1). If the step passes the subject, it also passes the subject's clones. */
export function stepLayer(session: Session, id: LayerId, by: 1 | -1): void {
  const doc = snapshotOf(session)
  const at = stackRows(doc).indexOf(id)
  if (at < 0 || !mayRestack(doc, id)) return
  const { others, nearest } = allowedPositions(doc, id)
  for (let to = at + by; to >= 0 && to <= others.length; to += by)
    if (nearest(to) !== at) {
      restackLayer(session, id, to)
      return
    }
}

/**
 * Returns the allowed indices of a layer among the other rows. No other layer may be between the subject and its
 * clones. At index `front` or higher, the layer is in front of the subject.
 */
function allowedPositions(doc: DocumentSnapshot, id: LayerId) {
  const others = stackRows(doc).filter((other) => other !== id)
  const slots = others.map((other) => slotOf(doc, other))
  const behind = others.findIndex((other, i) => slots[i] !== 'placed' || doc.layers[other]?.placement === 'foreground')
  const lowest = behind < 0 ? others.length : behind
  const subject = slots.indexOf('subject')
  const front = subject < 0 ? lowest : subject + 1
  const isClone = slotOf(doc, id) === 'clones'
  const nearest = (index: number) => {
    if (isClone) return clamp(index, lowest, front - 1)
    return index > lowest && index < front ? lowest : clamp(index, 0, others.length)
  }
  return { others, front, nearest }
}
