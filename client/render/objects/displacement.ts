import type { Point } from '../../kit/base/geometry.ts'
import { type DocumentSnapshot, layerOfKind } from '../../model/document/document.ts'
import type { SubjectPlace } from './subjectFields.ts'

/** A displacement of something that is cut out of the photo from its original place. */
export interface SubjectPlacement {
  /** Offset, percent of the canvas. */
  position: Point
  /** Percent of the original size; scaled about the centre of its box. */
  size: number
  /** Degrees, clockwise. */
  rotation?: number
  flip?: { readonly horizontal: boolean; readonly vertical: boolean }
}

/** Returns true when the subject is painted at another place, angle or size than the photo shows it. */
export function isDisplaced(doc: Pick<DocumentSnapshot, 'separation' | 'layers'>): boolean {
  const subject = layerOfKind(doc, 'subject') as Partial<SubjectPlace> | undefined // its own fields; tests may leave them out
  const { foregroundPosition: at, foregroundSize: size } = subject ?? {}
  return doc.separation !== null && at !== undefined && (at.x !== 0 || at.y !== 0 || size !== 100)
}
