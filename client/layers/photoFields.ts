/**
 * Photo fields: a kind's fields that are valid only for the current photo (`photoFields`). Templates don't copy them.
 */
import { defaults, type Field, type Fields } from '#client/kit/base/fields.ts'
import type { Immutable } from '#client/kit/base/immutable.ts'
import type { LayerBase } from '#client/model/document/document.ts'
import { isEqual } from '#client/model/history/records.ts'
import { kindOf } from './registry.ts'

/** Returns a copy of the layer with its photo fields reset to their defaults. */
export function withoutPhotoFields<L extends Immutable<LayerBase>>(layer: L): L {
  const { photoFields = [], fields } = kindOf(layer.kind)
  return photoFields.reduce<L>((left, path) => withDefault(left, fields, path.split('.')), layer)
}

/** Returns the English labels of the photo fields that differ from their defaults. */
export function photoFieldLabels(layer: Immutable<LayerBase>): string[] {
  const { photoFields = [], fields } = kindOf(layer.kind)
  return photoFields.flatMap((each) => {
    const path = each.split('.')
    return isEqual(withDefault(layer, fields, path), layer) ? [] : [fieldAt(fields, path).label]
  })
}

function withDefault<T extends object>(values: T, fields: Fields, path: readonly string[]): T {
  const [name = '', ...rest] = path
  const field = fields[name]
  const value = (values as Record<string, unknown>)[name]
  if (rest.length === 0) return { ...values, [name]: defaults(fields)[name] }
  if (field?.type !== 'group' || typeof value !== 'object' || value === null) return values
  return { ...values, [name]: withDefault(value, field.fields, rest) }
}

/** @throws when no field has the path, because a kind's `photoFields` are wrong */
function fieldAt(fields: Fields, [name = '', ...rest]: readonly string[]): Field {
  const field = fields[name]
  if (field && rest.length === 0) return field
  if (field?.type !== 'group') throw new Error(`'${name}' is no field`)
  return fieldAt(field.fields, rest)
}
