import { type Fields, group, number, type Values } from '../../kit/base/fields.ts'
import type { Point } from '../../kit/base/geometry.ts'
import { type DocumentSnapshot, layerOfKind } from '../../model/document/document.ts'

/** Offset from the subject's original place in percent of the canvas (spec §5; decisions, "Units and geometry"). */
const offset = (label: string) => number(label, { default: 0, min: -100, max: 100, step: 0.1, unit: 'percent' })

/** Settings of the subject's position and size where it does not stand at its original place (spec §3, §5). */
export const subjectPlaceFields = {
  foregroundPosition: group('Subject position', {
    x: offset('Subject horizontal'),
    y: offset('Subject vertical'),
  }),
  foregroundSize: number('Subject size', { default: 100, min: 10, max: 200, unit: 'percent' }),
} as const satisfies Fields

/** Where the subject lies: the values of `subjectPlaceFields`. */
export type SubjectPlace = Readonly<Values<typeof subjectPlaceFields>>

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
