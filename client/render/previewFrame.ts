/** Frame of the preview: the image in its crop, or the whole canvas while the user edits the crop. */
import { type Affine, transformedBounds } from '#client/kit/base/affine.ts'
import type { Rect } from '#client/kit/base/geometry.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import { isUpright, pictureRect, planeSize, turnMap, turnOf } from '#client/model/document/crop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import type { Session } from '#client/model/session/session.ts'
import { isFormatOpen } from '#client/model/session/ui/format.ts'
import { previewDocument } from './previewDocument.ts'

/** Rectangles of the preview, plane px. */
export interface PreviewFrame {
  /** from document px to plane px; null = identical */
  turn: Affine | null
  /** rectangle fitted into the view */
  fitted: Rect
  /** painted rectangle */
  painted: Rect
  /** True while the user edits the crop, with its surroundings visible. */
  isEditing: boolean
}

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

/** Returns the rectangles of a session's preview and its turn. */
export const previewFrame = (session: Session): PreviewFrame =>
  frameOf(previewDocument(session), isFormatOpen(session.ui))
