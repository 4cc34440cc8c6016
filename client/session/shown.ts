/**
 * The document as the preview shows it: with the values that are tried on but not chosen (`ui.hover`), and without its
 * enhancements while the user compares.
 */
import { snapshot } from 'valtio/vanilla'
import { type DocumentSnapshot, emptyDocument } from '../document/document.ts'
import { type Session, snapshotOf } from './session.ts'

type Hover = ReturnType<typeof hoverOf>
const hoverOf = ({ ui }: Session) => snapshot(ui).hover

interface Shown {
  doc: DocumentSnapshot
  hover: Hover
  isComparing: boolean
  shown: DocumentSnapshot
}

/** The last answer of each session: equal inputs give the same objects, so that nothing is painted twice. */
const last = new WeakMap<Session, Shown>()

const NEUTRAL: DocumentSnapshot['tune'] = emptyDocument().tune

export function shownOf(session: Session): DocumentSnapshot {
  const doc = snapshotOf(session)
  const hover = hoverOf(session)
  const { isComparing } = session.ui.tune
  const layer = hover && doc.layers[hover.layer]
  if (!layer && !isComparing) return doc
  const known = last.get(session)
  if (known && known.doc === doc && known.hover === hover && known.isComparing === isComparing) return known.shown
  const tune = isComparing ? NEUTRAL : doc.tune
  const layers = layer ? { ...doc.layers, [hover.layer]: { ...layer, ...hover.patch } } : doc.layers
  const shown = { ...doc, tune, layers }
  last.set(session, { doc, hover, isComparing, shown })
  return shown
}
