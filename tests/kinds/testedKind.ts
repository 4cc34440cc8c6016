/** A kind of layer as tests see it, and sample layers from its fields. */
import { conform, type Field, type Fields, type ListField } from '#client/kit/values/fields.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import type { DocumentSnapshot, LayerBase } from '#client/model/document/document.ts'
import type { CreateNode, LayerKind, LayerTransform } from '#client/render/kind.ts'
import { FURTHER_SAMPLES } from './fixtures.ts'

/** The parts of a layer kind that tests use. */
export type TestedKind = Pick<LayerKind, 'kind' | 'label' | 'slot' | 'fields' | 'placement' | 'limit' | 'inputs'> & {
  transform?: LayerTransform<never>
}
export type PaintedKind = TestedKind & { createNode: CreateNode }

export const transformOf = (kind: TestedKind) => kind.transform as LayerTransform<LayerBase> | undefined

/** Returns a layer with these values, and defaults for all other fields. */
export const layerOf = (kind: TestedKind, values: object = {}): LayerBase => ({
  ...(conform(kind.fields, values) as object),
  id: 'asked' as LayerId,
  kind: kind.kind,
  placement: kind.placement,
})

/** Returns samples that use every field: all defaults, all switches on, and each option of each choice. */
export function samplesOf(kind: TestedKind): Record<string, object> {
  // Lists get items, because a layer with empty lists is invisible.
  const items = Object.fromEntries(
    Object.entries(kind.fields).flatMap(([name, field]) => (field.type === 'list' ? [[name, field.example]] : [])),
  )
  const samples: Record<string, object> = {
    'its defaults': items,
    'everything switched on': nonDefaultValues(kind.fields),
  }
  for (const [name, field] of Object.entries(kind.fields))
    if (field.type === 'choice')
      for (const option of field.options) samples[`${name} ${option}`] = { ...items, [name]: option }
  return { ...samples, ...FURTHER_SAMPLES[kind.kind] }
}

/** Returns values that are neither defaults nor minimum or maximum. */
export const nonDefaultValues = (fields: Fields): object =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, nonDefaultValue(field)]))

function nonDefaultValue(field: Field): unknown {
  switch (field.type) {
    case 'number': {
      const room = field.max > field.default ? field.max - field.default : field.min - field.default
      return Math.round((field.default + 0.3 * room) / field.step) * field.step
    }
    case 'flag':
      return true
    case 'color':
      return '#3a7bd5'
    case 'group':
      return nonDefaultValues(field.fields)
    case 'list':
      return field.example
    default:
      return field.default
  }
}

/**
 * Returns a copy of the layer near the photo's center. If the layer is scalable, its longer side is the fraction `part`
 * of the photo's shorter side.
 */
export function fitted(kind: TestedKind, layer: LayerBase, doc: DocumentSnapshot, part = 0.6): LayerBase {
  const transform = transformOf(kind)
  if (!transform || !doc.photo) return layer
  const { width, height } = doc.photo
  const copy = structuredClone(layer)
  const { size } = transform.placed(layer, doc)
  transform.scaleBy?.(copy, (part * Math.min(width, height)) / Math.max(size.width, size.height), layer)
  transform.moveTo(copy, { x: width * 0.48, y: height * 0.53 }, doc)
  return copy
}

/** Returns the paths of invalid values. Doesn't use `conform`, which the tests check. */
export function schemaViolations(fields: Fields, values: unknown, path = ''): string[] {
  if (typeof values !== 'object' || values === null) return [`${path || 'the record'} is no record`]
  const record = values as Record<string, unknown>
  const strange = Object.keys(record).filter((name) => !(name in fields))
  return [
    ...strange.map((name) => `${path}${name} is no field`),
    ...Object.entries(fields).flatMap(([name, field]) => {
      const at = `${path}${name}`
      if (field.type === 'group') return schemaViolations(field.fields, record[name], `${at}.`)
      if (field.type === 'list') return listViolations(field, record[name], at)
      return isLegal(field, record[name]) ? [] : [`${at} is ${JSON.stringify(record[name])}`]
    }),
  ]
}

function listViolations({ fields, maxLength }: ListField, value: unknown, at: string): string[] {
  if (!Array.isArray(value) || value.length > maxLength) return [`${at} is no list of at most ${maxLength}`]
  return value.flatMap((item, i) => schemaViolations(fields, item, `${at}[${i}].`))
}

function isLegal(field: Exclude<Field, { type: 'group' | 'list' }>, value: unknown): boolean {
  switch (field.type) {
    case 'number':
      return (
        typeof value === 'number' &&
        value >= field.hardMin &&
        value <= field.hardMax &&
        (!field.isWhole || Number.isInteger(value))
      )
    case 'flag':
      return typeof value === 'boolean'
    case 'color':
      return typeof value === 'string' && /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(value)
    case 'string':
      return typeof value === 'string' && value.length <= field.maxLength
    case 'choice':
      return field.options.some((option) => option === value)
  }
}

/** Returns the fields that belong to the layer's kind. */
export const valuesOf = ({ id: _, kind: __, placement: ___, ...values }: LayerBase): object => values
