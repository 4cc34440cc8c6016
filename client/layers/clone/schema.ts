import { type Fields, group, number } from '#client/kit/values/fields.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import type { LayerOf } from '#client/render/kind.ts'
import { type Cutout, offset, subjectOf } from '#client/render/objects/subjectFields.ts'
import { shadowField } from '#client/render/shadow/shadowFields.ts'
import { turnFields } from '../placement/cutoutTransform.ts'

/** Fields of a clone, which is a copy of the cut-out subject. */
export const cloneFields = {
  /** Offset from the subject's original position, percent of the canvas. */
  position: group('Position', { x: offset('Horizontal', 5), y: offset('Vertical') }),
  /** Size in percent of the original size. The clone is scaled about the center of the subject's box. */
  size: number('Size', { default: 100, min: 10, max: 200, unit: 'percent' }),
  ...turnFields,
  shadow: shadowField,
} as const satisfies Fields

export type CloneLayer = LayerOf<'clone', typeof cloneFields>

/** Returns the subject's outline settings, which also apply to clones. Undefined if the photo has no subject. */
export const cutoutOf = (doc: DocumentSnapshot): Cutout | undefined => subjectOf(doc)?.cutout
