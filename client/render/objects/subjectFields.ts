import type { Point } from '#client/kit/geometry/geometry.ts'
import { color, type Fields, flag, group, number, type Values } from '#client/kit/values/fields.ts'
import { type DocumentSnapshot, layerOfKind } from '#client/model/document/document.ts'

/** Returns a field of an offset from the subject's original position, percent of the canvas. */
export const offset = (label: string, value = 0) =>
  number(label, { default: value, min: -100, max: 100, step: 0.1, unit: 'percent' })

/** Position and size of the subject, relative to its original position and size. */
export const subjectPlaceFields = {
  foregroundPosition: group('Subject position', {
    x: offset('Subject horizontal'),
    y: offset('Subject vertical'),
  }),
  foregroundSize: number('Subject size', { default: 100, min: 10, max: 200, unit: 'percent' }),
} as const satisfies Fields

export type SubjectPlace = Readonly<Values<typeof subjectPlaceFields>>

/** Settings of the subject's outline: on or off, width, color, intensity. */
export const cutoutField = group('Cutout outline', {
  enabled: flag('Cutout outline', false),
  width: number('Outline width', { default: 10, min: 1, max: 200, unit: 'px' }),
  color: color('Outline color', '#ffffff'),
  intensity: number('Outline intensity', { default: 100, min: 1, max: 100, unit: 'percent' }),
})

export type Cutout = Readonly<Values<(typeof cutoutField)['fields']>>

/** Displacement of a cut-out from its original position. */
export interface SubjectPlacement {
  /** Offset, percent of the canvas. */
  position: Point
  /** Size, percent of the original size. The cut-out is scaled about the center of its box. */
  size: number
  /** Rotation, degrees clockwise. */
  rotation?: number
  flip?: { readonly horizontal: boolean; readonly vertical: boolean }
}

/** Returns true when the subject's position or size differs from the photo. */
export function isDisplaced(doc: Pick<DocumentSnapshot, 'separation' | 'layers'>): boolean {
  // optional fields, because the layers of some tests lack them
  const subject = layerOfKind(doc, 'subject') as Partial<SubjectPlace> | undefined
  const { foregroundPosition: at, foregroundSize: size } = subject ?? {}
  return doc.separation !== null && at !== undefined && (at.x !== 0 || at.y !== 0 || size !== 100)
}
