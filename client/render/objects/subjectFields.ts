import type { Point } from '#client/kit/geometry/geometry.ts'
import { color, defaults, type Fields, flag, group, number, type Values } from '#client/kit/values/fields.ts'
import { isEqual } from '#client/kit/values/identity.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { type Document, type DocumentSnapshot, layerOfKind } from '#client/model/document/document.ts'
import { fillField } from '../inpainting/fillFields.ts'
import type { LayerOf } from '../kind.ts'
import { shadowField } from '../shadow/shadowFields.ts'

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

/** Fields of the subject layer. */
export const subjectFields = {
  ...subjectPlaceFields,
  cutout: cutoutField,
  shadow: shadowField,
  fill: fillField,
} as const satisfies Fields

export type SubjectLayer = LayerOf<'subject', typeof subjectFields>

/** Returns the document's subject layer, or undefined if there is none. */
export const subjectOf = (doc: Pick<DocumentSnapshot, 'layers'>): Immutable<SubjectLayer> | undefined =>
  layerOfKind(doc, 'subject') as Immutable<SubjectLayer> | undefined // safe cast: only subject layers have this kind

/**
 * Returns the valtio proxy of the subject layer, or undefined if there is none. Write to it only within an undo step.
 * `doc`: the session's document.
 */
export const subjectProxy = ({ doc }: { readonly doc: Document }): SubjectLayer | undefined =>
  layerOfKind(doc, 'subject') as SubjectLayer | undefined // safe cast: only subject layers have this kind

/** Displacement of a cutout from its original position. */
export interface SubjectPlacement {
  /** Offset, percent of the canvas. */
  position: Point
  /** Size, percent of the original size. The cutout is scaled about the center of its box. */
  size: number
  /** Rotation, degrees clockwise. */
  rotation?: number
  flip?: { readonly horizontal: boolean; readonly vertical: boolean }
}

/** Returns true when the subject's position or size differs from the photo. */
export function isDisplaced(doc: Pick<DocumentSnapshot, 'separation' | 'layers'>): boolean {
  const subject = subjectOf(doc)
  if (!doc.separation || !subject) return false
  const { foregroundPosition: at, foregroundSize: size } = subject
  return at.x !== 0 || at.y !== 0 || size !== 100
}

/** Returns true if the background is a studio floor in front of a wall. */
export const hasFloor = ({ backdrop }: Pick<DocumentSnapshot, 'backdrop'>): boolean =>
  backdrop.type === 'color' && backdrop.floor !== undefined

/** Returns true if the background has a floor, or is a color that replaced a floor. */
export const hadFloor = (doc: Pick<DocumentSnapshot, 'backdrop'>): boolean =>
  hasFloor(doc) || (doc.backdrop.type === 'color' && doc.backdrop.hadFloor === true)

/** A soft shadow on the floor, darkest at the subject's feet. */
export const FLOOR_SHADOW = {
  enabled: true,
  type: 'ground',
  opacity: 50,
  direction: 325,
  length: 30,
  softness: 85,
  contact: 85,
}

/**
 * Restores the shadow's defaults if a floor or `setGroundShadow` has set it. The opacity may differ, because the tab
 * offers it. A shadow with other settings doesn't change, because the user has set it in the Cutout tab. The caller
 * opens the undo step.
 */
export function removeFloorShadow({ shadow }: Pick<SubjectLayer, 'shadow'>): void {
  const { enabled, opacity } = shadow
  if (!isEqual({ ...shadow, ...FLOOR_SHADOW, enabled, opacity }, { ...shadow })) return
  const { color, angle, distance, blur } = shadow
  Object.assign(shadow, defaults(shadowField.fields), { color, angle, distance, blur })
}

/**
 * Shows the photo's own background, and removes a ground shadow that belongs to another background. Also resets the
 * subject's place if the old background had a floor, or was a color that replaced a floor. The caller opens the undo
 * step.
 */
export function showOwnBackground(doc: Document): void {
  const subject = subjectProxy({ doc })
  if (subject) removeFloorShadow(subject)
  if (subject && hadFloor(doc)) Object.assign(subject, defaults(subjectPlaceFields))
  doc.backdrop = { type: 'original' }
}
