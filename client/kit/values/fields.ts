/**
 * Tables of fields are the only definition of each setting's default, range, step and unit. Sliders, clamping, parsing,
 * new layers and tests use these tables. Soft bounds (min, max) limit sliders and typed numbers. Hard bounds limit the
 * document, so canvas handles can exceed the soft bounds.
 */
import { isEqual } from './identity.ts'
import { type List, listOf } from './immutable.ts'
import { clamp, typedNumber } from './numbers.ts'

/** Unit of a number field. `px` is document px, `factor` is a multiplier, and `none` is a plain number. */
export type Unit = 'percent' | 'px' | 'degrees' | 'factor' | 'none'
/** A color as `#rgb` or `#rrggbb`, sRGB. */
export type Hex = `#${string}`

interface FieldOf<Type extends string, T> {
  type: Type
  label: string
  default: T
}

/**
 * A number setting. `min` and `max` limit sliders and typed text. `hardMin` and `hardMax` limit values in the document.
 */
export interface NumberField extends FieldOf<'number', number> {
  unit: Unit
  min: number
  max: number
  step: number
  hardMin: number
  hardMax: number
  /** If true, the document contains only whole numbers for this field. */
  isWhole: boolean
}

export type FlagField = FieldOf<'flag', boolean>
export type ColorField = FieldOf<'color', Hex>

/** A text setting. `maxLength` counts UTF-16 code units. */
export interface StringField extends FieldOf<'string', string> {
  maxLength: number
  /** Description in the published JSON schema. Default: the label. */
  about?: string | undefined
}
export interface ChoiceField<V extends string = string> extends FieldOf<'choice', V> {
  options: readonly V[]
  /** English labels of the options, by default the capitalized options. */
  texts?: Readonly<Record<V, string>> | undefined
}
export interface GroupField<F extends Fields = Fields> {
  type: 'group'
  label: string
  fields: F
}

/**
 * A list of records with the same fields, such as the points of a stroke. The list is empty by default. A tool fills
 * the list, and no panel shows it.
 */
export interface ListField<F extends Fields = Fields> {
  type: 'list'
  label: string
  fields: F
  maxLength: number
  /** A list with visible content, for tests of layer kinds, because an empty list shows nothing. */
  example: readonly Values<F>[]
}

/** One setting of a record: its type, label, default and limits. */
export type Field = NumberField | FlagField | ColorField | StringField | ChoiceField | GroupField | ListField
/** A table of a record's settings by name. Records, sliders, parsers and tests are derived from it. */
export type Fields = { readonly [name: string]: Field }

export type Value<F> = F extends NumberField
  ? number
  : F extends FlagField
    ? boolean
    : F extends ColorField
      ? Hex
      : F extends StringField
        ? string
        : F extends ChoiceField<infer V>
          ? V
          : F extends GroupField<infer G>
            ? Values<G>
            : F extends ListField<infer G>
              ? List<Values<G>>
              : never
/** The record type that a table of fields describes. */
export type Values<F extends Fields> = { -readonly [K in keyof F]: Value<F[K]> }

type NumberSpec = Pick<NumberField, 'default' | 'min' | 'max'> & Partial<Omit<NumberField, 'type' | 'label'>>

/** Creates a number field. Defaults: step 1, no unit, fractions allowed, hard bounds equal to the soft bounds. */
export const number = (label: string, spec: NumberSpec): NumberField => ({
  type: 'number',
  label,
  unit: 'none',
  step: 1,
  hardMin: spec.min,
  hardMax: spec.max,
  isWhole: false,
  ...spec,
})
export const flag = (label: string, value: boolean): FlagField => ({ type: 'flag', label, default: value })
export const color = (label: string, value: Hex): ColorField => ({ type: 'color', label, default: value })
/** Creates a text field. `maxLength` counts UTF-16 code units. Longer text is truncated. */
export const string = (label: string, value: string, maxLength = 2000, about?: string): StringField => ({
  type: 'string',
  label,
  default: value,
  maxLength,
  about,
})
/** Creates a choice field. `value` is the default and must be one of `options`. */
export const choice = <const V extends string>(
  label: string,
  options: readonly V[],
  value: NoInfer<V>,
  texts?: ChoiceField<NoInfer<V>>['texts'],
): ChoiceField<V> => ({ type: 'choice', label, options, default: value, texts })
export const group = <F extends Fields>(label: string, fields: F): GroupField<F> => ({ type: 'group', label, fields })
/** Creates a list field. `maxLength` is the maximum number of items. Further items are dropped. */
export const list = <F extends Fields>(label: string, fields: F, spec: Pick<ListField<F>, 'maxLength' | 'example'>) =>
  ({ type: 'list', label, fields, ...spec }) satisfies ListField<F>

const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i
/** Returns true for a string of the form `#rgb` or `#rrggbb`, in any case. */
export const isHex = (text: unknown): text is Hex => typeof text === 'string' && HEX.test(text)

/**
 * Returns a new record with each field's default. Each call creates a new object, because valtio would modify a shared
 * object.
 */
export const defaults = <F extends Fields>(fields: F): Values<F> => conform(fields, {})

/**
 * Returns the nearest valid record for untrusted `raw`. Drops unknown keys, replaces missing or mistyped values with
 * defaults, clamps numbers to the hard bounds, and truncates text and lists. Never throws.
 */
export function conform<F extends Fields>(fields: F, raw: unknown): Values<F> {
  const input = (typeof raw === 'object' && raw !== null ? raw : {}) as Record<string, unknown>
  const out: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) out[name] = conformOne(field, input[name])
  return out as Values<F>
}

function conformOne(field: Field, raw: unknown): unknown {
  switch (field.type) {
    case 'number':
      return typeof raw === 'number' ? clampField(field, raw) : field.default
    case 'flag':
      return typeof raw === 'boolean' ? raw : field.default
    case 'color':
      return isHex(raw) ? raw : field.default
    case 'string':
      return typeof raw === 'string' ? raw.slice(0, field.maxLength) : field.default
    case 'choice':
      return field.options.includes(raw as string) ? raw : field.default
    case 'group':
      return conform(field.fields, raw)
    case 'list':
      return listOf(
        asArray(raw)
          .slice(0, field.maxLength)
          .map((item) => conform(field.fields, item)),
      )
  }
}

/**
 * Returns a copy of a record. `change` replaces the value at a path of field names. A path through a missing group
 * doesn't change the record. @throws Error when no field has the path
 */
export function changeField<T extends object>(
  values: T,
  fields: Fields,
  [name = '', ...rest]: readonly string[],
  change: (field: Field, value: unknown) => unknown,
): T {
  const field = fields[name]
  const value = (values as Record<string, unknown>)[name]
  if (field && rest.length === 0) return { ...values, [name]: change(field, value) }
  if (field?.type !== 'group') throw new Error(`no field has the name '${name}'`)
  if (typeof value !== 'object' || value === null) return values
  return { ...values, [name]: changeField(value, field.fields, rest, change) }
}

/** Returns the values that differ from their defaults. Omits other values and groups, which `conform` restores. */
export function changedFields(fields: Fields, values: object): Record<string, unknown> {
  const all = defaults(fields) as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const value = (values as Record<string, unknown>)[name]
      if (field.type !== 'group') return isEqual(value, all[name]) ? [] : [[name, value]]
      const inner = (value ?? {}) as object
      return hasDefaults(field.fields, inner) ? [] : [[name, changedFields(field.fields, inner)]]
    }),
  )
}

/** Returns true if all values equal their defaults. */
export const hasDefaults = (fields: Fields, values: object): boolean =>
  Object.keys(changedFields(fields, values)).length === 0

/** Returns a copy of the values. Multiplies the lengths in px by `factor`, within the range of each field. */
export const rescaleFields = (fields: Fields, values: object, factor: number): object =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = fields[name]
      if (field?.type === 'group') return [name, rescaleFields(field.fields, value, factor)]
      return [name, field?.type === 'number' && field.unit === 'px' ? clampField(field, value * factor) : value]
    }),
  )

const asArray = (raw: unknown): readonly unknown[] => (Array.isArray(raw) ? raw : [])

/** Clamps `value` to the hard bounds and rounds it for a whole-number field. A non-finite value becomes the default. */
export const clampField = (field: NumberField, value: number): number =>
  Number.isFinite(value) ? roundAndClamp(field, value, field.hardMin, field.hardMax) : field.default

const roundAndClamp = ({ isWhole }: NumberField, value: number, min: number, max: number): number =>
  clamp(isWhole ? Math.round(value) : value, min, max)

/**
 * Returns the value of a number field after the user typed `typed` and left the field. Clamps the number to `min` and
 * `max` and rounds it for a whole-number field. Returns `current` if `typed` is not a decimal number.
 */
export function commitTyped(field: NumberField, typed: string, current: number): number {
  const value = typedNumber(typed)
  return value !== null ? roundAndClamp(field, value, field.min, field.max) : current
}
