/** What can be done to a layer of any kind, each as one step of history. */
import { type LayerId, newId } from '../base/ids.ts'
import { canvasSize, hasBackground } from '../document/backdrop.ts'
import type { DocumentSnapshot, LayerBase, Placement } from '../document/document.ts'
import { type Session, snapshotOf } from '../session/session.ts'
import { keepSelected, select } from '../session/ui/selection.ts'
import { type LayerValues, newLayer } from './newLayer.ts'
import { type KindName, kindOf } from './registry.ts'

/** The photo is separated, its background still there, and nothing is at work on it (spec §2). */
export const mayAddLayers = ({ doc, ui }: { doc: DocumentSnapshot; ui: Pick<Session['ui'], 'busy'> }): boolean =>
  doc.separation !== null && ui.busy === null && hasBackground(doc)

/** A fresh layer with the kind's defaults, overridden by `values`; selected. Null when the kind's limit is reached. */
export function addLayer(session: Session, name: KindName, values: LayerValues = {}): LayerId | null {
  const { doc, history, ui } = session
  const { label } = kindOf(name)
  if (isFull(doc, name)) return null
  const id = history.transact(`Add ${label}`, () => newLayer(doc, name, values))
  select(ui, id)
  return id
}

export function removeLayer({ doc, history, ui }: Session, id: LayerId): void {
  const layer = doc.layers[id]
  if (!layer) return
  history.transact(`Delete ${labelOf(layer.kind)}`, () => {
    delete doc.layers[id]
    doc.order.splice(doc.order.indexOf(id), 1)
  })
  keepSelected(ui, (other) => other !== id)
}

/** The kind's limit is reached. */
function isFull(doc: DocumentSnapshot, name: string): boolean {
  const { limit } = kindOf(name)
  return limit !== undefined && Object.values(doc.layers).filter(({ kind }) => kind === name).length >= limit
}

export function mayDuplicate({ doc }: { doc: DocumentSnapshot }, id: LayerId): boolean {
  const layer = doc.layers[id]
  return layer !== undefined && !isFull(doc, layer.kind)
}

/** How far a copy stands from its original, as part of the canvas' short side. */
const COPY_OFFSET = 0.03

/** A copy right over the original, a little aside so that both are seen; selected. */
export function duplicateLayer(session: Session, id: LayerId): LayerId | null {
  const { doc, history, ui } = session
  const snapshot = snapshotOf(session)
  const original = snapshot.layers[id]
  if (!original || isFull(snapshot, original.kind)) return null
  const kind = kindOf(original.kind)
  const copy = newId<LayerId>()
  history.transact(`Duplicate ${kind.label}`, () => {
    doc.layers[copy] = { ...structuredClone(original), id: copy } as LayerBase
    doc.order.splice(doc.order.indexOf(id) + 1, 0, copy)
    const living = doc.layers[copy]
    const { width, height } = canvasSize(snapshot)
    const { center } = kind.transform?.placed(original, snapshot) ?? { center: null }
    const aside = COPY_OFFSET * Math.min(width, height)
    if (living && center) kind.transform?.moveTo(living, { x: center.x + aside, y: center.y + aside }, snapshot)
  })
  select(ui, copy)
  return copy
}

export function placeLayer({ doc, history }: Session, id: LayerId, placement: Placement): void {
  const layer = doc.layers[id]
  if (!layer) return
  history.transact(placement === 'background' ? 'Send behind' : 'Bring in front', () => {
    layer.placement = placement
  })
}

/** Put a layer right over (`after`) another one of its side, or lowest on its side (null). */
export function reorderLayer({ doc, history }: Session, id: LayerId, after: LayerId | null): void {
  if (!doc.layers[id] || id === after) return
  history.transact('Reorder layers', () => {
    doc.order.splice(doc.order.indexOf(id), 1)
    doc.order.splice(after === null ? 0 : doc.order.indexOf(after) + 1, 0, id)
  })
}

const labelOf = (name: string) => kindOf(name).label
