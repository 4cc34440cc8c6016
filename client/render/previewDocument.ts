/**
 * The document for the preview: with hovered values (`ui.hover`), without enhancements or as the photo alone while the
 * user compares, and reduced to photo and subject in a mask view.
 */
import { snapshot } from 'valtio/vanilla'
import { type DocumentSnapshot, emptyDocument, layerOfKind } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { editedObjectId, maskViewOf } from '#client/model/session/ui/subject.ts'
import type { Comparison } from '#client/model/session/ui/ui.ts'
import { documentForMaskView } from './matting/mask-edits/maskView.ts'

type Hover = ReturnType<typeof hoverOf>
const hoverOf = ({ ui }: Session) => snapshot(ui).hover

interface PreviewState {
  doc: DocumentSnapshot
  hover: Hover
  comparison: Comparison | null
  view: ReturnType<typeof maskViewOf>
  object: ReturnType<typeof editedObjectId>
  shown: DocumentSnapshot
}

/** Last result of each session. Equal inputs return the same object, so that nothing is repainted. */
const last = new WeakMap<Session, PreviewState>()

const NEUTRAL: DocumentSnapshot['tune'] = emptyDocument().tune

/** Returns the snapshot that the preview paints, with the same identity while nothing changes. */
export function previewDocument(session: Session): DocumentSnapshot {
  const doc = snapshotOf(session)
  const hover = hoverOf(session)
  const { comparison } = session.ui
  const view = doc.photo && !comparison ? maskViewOf(session.ui) : null
  const object = editedObjectId(session.ui)
  const layer = hover && doc.layers[hover.layer]
  if (!layer && !comparison && !view) return doc
  const known = last.get(session)
  const state = { doc, hover, comparison, view, object }
  const isKnown = known && (Object.keys(state) as (keyof typeof state)[]).every((name) => known[name] === state[name])
  if (isKnown) return known.shown
  const layers = layer ? { ...doc.layers, [hover.layer]: { ...layer, ...hover.patch } } : doc.layers
  const shown = view ? documentForMaskView(doc, view, object) : compared({ ...doc, layers }, comparison)
  last.set(session, { ...state, shown })
  return shown
}

/** Returns the document for comparing: without enhancements, or only the photo in the document's crop. */
function compared(doc: DocumentSnapshot, comparison: Comparison | null): DocumentSnapshot {
  if (comparison === null) return doc
  if (comparison === 'untuned') return { ...doc, tune: NEUTRAL }
  const background = layerOfKind(doc, 'background')
  if (!background) return { ...doc, tune: NEUTRAL }
  const { isHidden: _, ...whole } = background
  const layers = { [whole.id]: whole } // without the lifted layers, no hole is filled
  return { ...doc, tune: NEUTRAL, backdrop: { type: 'original' }, layers, order: [whole.id] }
}
