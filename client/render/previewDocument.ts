/**
 * Builds the document that the preview shows. The document contains the hovered values (`ui.hover`). While the user
 * compares, the document has no enhancements or shows only the photo. In a mask view, it contains only the photo and
 * the subject.
 */

import { snapshot } from 'valtio/vanilla'
import { type Affine, transformedBounds } from '#client/kit/geometry/affine.ts'
import type { Rect } from '#client/kit/geometry/geometry.ts'
import { sameItems } from '#client/kit/values/identity.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import { isUpright, pictureRect, turnedSize, turnMap, turnOf } from '#client/model/document/crop.ts'
import { type DocumentSnapshot, layerOfKind, NEUTRAL_TUNE } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { editedObjectId, maskViewOf } from '#client/model/session/ui/subject.ts'
import type { Comparison } from '#client/model/session/ui/ui.ts'
import { documentForMaskView } from './matting/mask-edits/maskView.ts'

/** The last result of each session. Equal inputs return the same object, which isn't repainted. */
const last = new WeakMap<Session, { inputs: readonly unknown[]; shown: DocumentSnapshot }>()

/** Returns the snapshot that the preview paints. While nothing changes, returns the same object. */
export function previewDocument(session: Session): DocumentSnapshot {
  const doc = snapshotOf(session)
  const { hover } = snapshot(session.ui)
  const { comparison } = session.ui
  const view = doc.photo && !comparison ? maskViewOf(session.ui) : null
  const object = editedObjectId(session.ui)
  const layer = hover && doc.layers[hover.layer]
  if (!layer && !comparison && !view) return doc
  const known = last.get(session)
  const inputs = [doc, hover, comparison, view, object]
  if (known && sameItems(known.inputs, inputs)) return known.shown
  const layers = layer ? { ...doc.layers, [hover.layer]: { ...layer, ...hover.patch } } : doc.layers
  const { lens, ...sharp } = doc
  const hovered = { ...sharp, ...(lens && !comparison && { lens }), layers }
  const shown = view ? documentForMaskView(sharp, view, object) : compared(hovered, comparison)
  last.set(session, { inputs, shown })
  return shown
}

/**
 * Returns the document for a comparison: without enhancements, or only the photo in the document's crop. Returns `doc`
 * if the user isn't comparing.
 */
function compared(doc: DocumentSnapshot, comparison: Comparison | null): DocumentSnapshot {
  if (comparison === null) return doc
  const background = layerOfKind(doc, 'background')
  if (comparison === 'untuned' || !background) return { ...doc, tune: NEUTRAL_TUNE }
  const { isHidden: _, ...whole } = background
  const layers = { [whole.id]: whole } // no hole is filled, because the lifted layers are omitted
  return { ...doc, tune: NEUTRAL_TUNE, backdrop: { type: 'original' }, layers, order: [whole.id] }
}

/** Rectangles of the preview, px of the turned canvas. */
export interface PreviewFrame {
  /** Map from document px to px of the turned canvas. Null for the identity. */
  turn: Affine | null
  /** The rectangle fitted into the view. */
  fitted: Rect
  /** The painted rectangle. */
  painted: Rect
  /** True while the user edits the crop. The area around the crop is then visible. */
  isEditing: boolean
}

/** Returns the rectangles of a session's preview and its turn. */
export function previewFrame(session: Session): PreviewFrame {
  const [doc, isEditing] = [previewDocument(session), session.viewOf().showsWholeCanvas === true]
  const turn = turnOf(doc)
  const canvas = canvasSize(doc)
  const map = isUpright(turn) ? null : turnMap(turn, canvas)
  const picture = pictureRect(doc)
  if (!isEditing) return { turn: map, fitted: picture, painted: picture, isEditing }
  const fitted = { x: 0, y: 0, ...turnedSize(turn, canvas) }
  const painted = map ? transformedBounds(map, { x: 0, y: 0, ...canvas }) : fitted
  return { turn: map, fitted, painted, isEditing }
}
