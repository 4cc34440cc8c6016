/**
 * The document as the preview shows it: with hovered values (`ui.hover`), without enhancements while the user compares,
 * and with photo and subject only while a mask view is open.
 */
import { snapshot } from 'valtio/vanilla'
import { type DocumentSnapshot, emptyDocument } from '../model/document/document.ts'
import { type Session, snapshotOf } from '../model/session/session.ts'
import { type MaskView, maskViewOf } from '../model/session/ui/subject.ts'
import { documentForMaskView } from './matting/mask-edits/maskView.ts'

type Hover = ReturnType<typeof hoverOf>
const hoverOf = ({ ui }: Session) => snapshot(ui).hover

interface PreviewState {
  doc: DocumentSnapshot
  hover: Hover
  isComparing: boolean
  view: MaskView | null
  shown: DocumentSnapshot
}

/** The last result of each session: equal inputs return the same object, so that nothing is repainted. */
const last = new WeakMap<Session, PreviewState>()

const NEUTRAL: DocumentSnapshot['tune'] = emptyDocument().tune

/**
 * Returns the snapshot that the preview paints: with hovered values, without enhancements while the user compares, and
 * with photo and subject only while the mask is viewed. Returns the same object as long as nothing changes.
 */
export function previewDocument(session: Session): DocumentSnapshot {
  const doc = snapshotOf(session)
  const hover = hoverOf(session)
  const { isComparing } = session.ui.tune
  const view = doc.photo ? maskViewOf(session.ui) : null
  const layer = hover && doc.layers[hover.layer]
  if (!layer && !isComparing && !view) return doc
  const known = last.get(session)
  const isKnown =
    known?.doc === doc && known.hover === hover && known.isComparing === isComparing && known.view === view
  if (known && isKnown) return known.shown
  const tune = isComparing ? NEUTRAL : doc.tune
  const layers = layer ? { ...doc.layers, [hover.layer]: { ...layer, ...hover.patch } } : doc.layers
  const shown = view ? documentForMaskView(doc, view) : { ...doc, tune, layers }
  last.set(session, { doc, hover, isComparing, view, shown })
  return shown
}
