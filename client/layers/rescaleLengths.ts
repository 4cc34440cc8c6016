import { clamp, type Fields } from '../kit/base/fields.ts'
import type { Immutable } from '../kit/base/immutable.ts'
import type { LayerBase } from '../model/document/document.ts'
import { kindOf } from './registry.ts'

/**
 * Returns a copy of the layer whose lengths in document px (`lengths` of its kind) are multiplied by `factor`; each
 * stays within the range of its field. This is the only place where the lengths of a layer are rewritten.
 */
export function rescaleLengths<L extends Immutable<LayerBase>>(layer: L, factor: number): L {
  const { lengths = [], fields } = kindOf(layer.kind)
  return lengths.reduce<L>((scaled, path) => withLength(scaled, fields, path.split('.'), factor), layer)
}

/** @throws when the path names no number field: a kind's `lengths` are wrong */
function withLength<T extends object>(values: T, fields: Fields, path: readonly string[], factor: number): T {
  const [name = '', ...rest] = path
  const field = fields[name]
  const value = (values as Record<string, unknown>)[name]
  if (field?.type === 'group' && typeof value === 'object' && value !== null)
    return { ...values, [name]: withLength(value, field.fields, rest, factor) }
  if (field?.type !== 'number' || typeof value !== 'number') throw new Error(`'${path.join('.')}' is no length`)
  return { ...values, [name]: clamp(field, value * factor) }
}
