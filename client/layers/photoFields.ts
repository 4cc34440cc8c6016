/** The values of photo fields are valid only for the current photo. Templates don't contain these values. */
import { changeField, defaults, type Field } from '#client/kit/values/fields.ts'
import { isEqual } from '#client/kit/values/identity.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { LayerBase } from '#client/model/document/document.ts'
import { kindOf } from './registry.ts'

const defaultOf = (field: Field) => defaults({ field }).field

/** Returns a copy of the layer with its photo fields reset to their defaults. */
export function withoutPhotoFields<L extends Immutable<LayerBase>>(layer: L): L {
  const { photoFields = [], fields } = kindOf(layer.kind)
  return photoFields.reduce<L>((left, path) => changeField(left, fields, path.split('.'), defaultOf), layer)
}

/** Returns the English labels of the photo fields that differ from their defaults. */
export function photoFieldLabels(layer: Immutable<LayerBase>): string[] {
  const { photoFields = [], fields } = kindOf(layer.kind)
  const labels: string[] = []
  for (const path of photoFields)
    changeField(layer, fields, path.split('.'), (field, value) => {
      if (!isEqual(value, defaultOf(field))) labels.push(field.label)
      return value
    })
  return labels
}
