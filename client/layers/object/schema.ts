import { type Fields, flag, group, number } from '#client/kit/values/fields.ts'
import { maskEditFields } from '#client/model/document/maskEdits.ts'
import { fillField } from '#client/render/inpainting/fillFields.ts'
import type { LayerOf } from '#client/render/kind.ts'
import { liftedField } from '#client/render/objects/liftedFields.ts'
import { shadowField } from '#client/render/shadow/shadowFields.ts'
import { tuneFields } from '#shaders/tune/enhancements.ts'
import { turnFields } from '../placement/cutoutTransform.ts'
import { opacityField } from '../placement/placed.ts'

const offset = (label: string) =>
  number(label, { default: 0, min: -100, max: 100, step: 0.1, unit: 'percent', hardMin: -200, hardMax: 200 })

/** The fields of an object: a part of the photo that the user has lifted out into a layer of its own. */
export const objectFields = {
  lifted: liftedField,
  mend: group('Edit mask', maskEditFields),
  /** Offset from the object's original position, percent of the canvas. */
  position: group('Position', { x: offset('Horizontal'), y: offset('Vertical') }),
  /** Size in percent of the original size. The object is scaled about the center of its box. */
  size: number('Size', { default: 100, min: 10, max: 400, unit: 'percent' }),
  ...turnFields,
  opacity: opacityField,
  /**
   * The object's own enhancements, if `isOwn` is true. Otherwise the object has the enhancements of the layer that it
   * was lifted from.
   */
  tune: group('Tune', { isOwn: flag('Custom enhancements', false), ...tuneFields }),
  shadow: shadowField,
  /** Fill of the hole that the object has left in the photo. */
  fill: fillField,
} as const satisfies Fields

export type ObjectLayer = LayerOf<'object', typeof objectFields>
