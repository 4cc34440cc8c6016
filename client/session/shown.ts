/** The document as the preview shows it: with the values that are tried on but not chosen (`ui.hover`). */
import { snapshot } from 'valtio/vanilla'
import type { DocumentSnapshot } from '../document/document.ts'
import { type Session, snapshotOf } from './session.ts'

type Hover = ReturnType<typeof hoverOf>
const hoverOf = ({ ui }: Session) => snapshot(ui).hover

/** The last answer of each session: equal inputs give the same objects, so that nothing is painted twice. */
const last = new WeakMap<Session, { doc: DocumentSnapshot; hover: Hover; shown: DocumentSnapshot }>()

export function shownOf(session: Session): DocumentSnapshot {
  const doc = snapshotOf(session)
  const hover = hoverOf(session)
  const layer = hover && doc.layers[hover.layer]
  if (!layer) return doc
  const known = last.get(session)
  if (known && known.doc === doc && known.hover === hover) return known.shown
  const shown = { ...doc, layers: { ...doc.layers, [hover.layer]: { ...layer, ...hover.patch } } }
  last.set(session, { doc, hover, shown })
  return shown
}
