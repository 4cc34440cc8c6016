/**
 * The document as the preview shows it: with hovered values (`ui.hover`), without enhancements or as the mere
 * photo while the user compares, and else with photo and subject only while a mask view is open.
 */
import { snapshot } from 'valtio/vanilla'
import { type DocumentSnapshot, emptyDocument, layerOfKind } from '../model/document/document.ts'
import { type Session, snapshotOf } from '../model/session/session.ts'
import { editedObjectId, maskViewOf } from '../model/session/ui/subject.ts'
import type { Comparison } from '../model/session/ui/ui.ts'
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

/** The last result of each session: equal inputs return the same object, so that nothing is repainted. */
const last = new WeakMap<Session, PreviewState>()

const NEUTRAL: DocumentSnapshot['tune'] = emptyDocument().tune

/**
 * Returns the snapshot that the preview paints: with the values that the pointer is over; without enhancements, or the photo
 * alone, while the user compares; with photo and subject only while the mask is viewed. Returns the same object as long as
 * nothing changes.
 */
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

/** Returns what is compared with: the document without its enhancements, or the photo in the document's crop. */
function compared(doc: DocumentSnapshot, comparison: Comparison | null): DocumentSnapshot {
  if (comparison === null) return doc
  if (comparison === 'untuned') return { ...doc, tune: NEUTRAL }
  const background = layerOfKind(doc, 'background')
  if (!background) return { ...doc, tune: NEUTRAL }
  const { isHidden: _, ...whole } = background
  const layers = { [whole.id]: whole } // without the layers that were lifted out of the photo, nothing is filled
  return { ...doc, tune: NEUTRAL, backdrop: { type: 'original' }, layers, order: [whole.id] }
}
