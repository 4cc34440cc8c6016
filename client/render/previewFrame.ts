/** What the preview shows of the document: the picture in its crop, or all of the canvas while the crop is edited. */
import { type Affine, transformedBounds } from '../kit/base/affine.ts'
import type { Rect } from '../kit/base/geometry.ts'
import { canvasSize } from '../model/document/backdrop.ts'
import { isUpright, pictureRect, planeSize, turnMap, turnOf } from '../model/document/crop.ts'
import type { DocumentSnapshot } from '../model/document/document.ts'
import type { Session } from '../model/session/session.ts'
import { isFormatOpen } from '../model/session/ui/format.ts'
import { previewDocument } from './previewDocument.ts'

/** What the preview shows. All rectangles are plane px. */
export interface PreviewFrame {
  /** From document px to plane px; null = they are the same. */
  turn: Affine | null
  /** What is fitted into the view. */
  fitted: Rect
  /** What is painted. */
  painted: Rect
  /** The crop is edited: the surroundings of its frame are visible. */
  isEditing: boolean
}

/** Returns what the preview of a document shows. `isEditing`: the crop is edited. */
function frameOf(doc: DocumentSnapshot, isEditing: boolean): PreviewFrame {
  const turn = turnOf(doc)
  const canvas = canvasSize(doc)
  const map = isUpright(turn) ? null : turnMap(turn, canvas)
  const picture = pictureRect(doc)
  if (!isEditing) return { turn: map, fitted: picture, painted: picture, isEditing }
  const fitted = { x: 0, y: 0, ...planeSize(turn, canvas) }
  const painted = map ? transformedBounds(map, { x: 0, y: 0, ...canvas }) : fitted
  return { turn: map, fitted, painted, isEditing }
}

/** Returns which part of the picture the preview of a session shows, and how it is turned. */
export const previewFrame = (session: Session): PreviewFrame =>
  frameOf(previewDocument(session), isFormatOpen(session.ui))
