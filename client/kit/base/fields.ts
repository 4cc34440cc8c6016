/**
 * Fields: the one place where a setting's default, range, step and unit are written.
 * Sliders, clamping, parsing, fresh layers and tests are all read off these tables.
 * Soft bounds (min, max) are what a slider offers and typing gives; hard bounds are what the document may hold, which
 * handles on the canvas may reach.
 */
import { type List, listOf } from './list.ts'

export type Unit = 'percent' | 'px' | 'degrees' | 'factor' | 'none'
export type Hex = `#${string}`

export interface NumberField {
  type: 'number'
  label: string
  unit: Unit
  default: number
  min: number
  max: number
  step: number
  hardMin: number
  hardMax: number
  /** The document holds whole numbers only. */
  isWhole: boolean
}
export interface FlagField {
  type: 'flag'
  label: string
  default: boolean
}
export interface ColorField {
  type: 'color'
  label: string
  default: Hex
}
export interface StringField {
  type: 'string'
  label: string
  default: string
  maxLength: number
}
export interface ChoiceField<V extends string = string> {
  type: 'choice'
  label: string
  default: V
  options: readonly V[]
}
export interface GroupField<F extends Fields = Fields> {
  type: 'group'
  label: string
  fields: F
}

/** Records of one table, empty at first: the points of a stroke. No panel shows it; a tool fills it (`list.ts`). */
export interface ListField<F extends Fields = Fields> {
  type: 'list'
  label: string
  fields: F
  maxLength: number
  /** A list that shows something, for whoever needs a layer without a tool: tests of every kind. */
  example: readonly Values<F>[]
}

export type Field = NumberField | FlagField | ColorField | StringField | ChoiceField | GroupField | ListField
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
export type Values<F extends Fields> = { -readonly [K in keyof F]: Value<F[K]> }

type NumberSpec = {
  default: number
  min: number
  max: number
  step?: number
  hardMin?: number
  hardMax?: number
  isWhole?: boolean
  unit?: Unit
}

export const number = (label: string, spec: NumberSpec): NumberField => ({
  type: 'number',
  label,
  unit: spec.unit ?? 'none',
  default: spec.default,
  min: spec.min,
  max: spec.max,
  step: spec.step ?? 1,
  hardMin: spec.hardMin ?? spec.min,
  hardMax: spec.hardMax ?? spec.max,
  isWhole: spec.isWhole ?? false,
})
export const flag = (label: string, value: boolean): FlagField => ({ type: 'flag', label, default: value })
export const color = (label: string, value: Hex): ColorField => ({ type: 'color', label, default: value })
export const string = (label: string, value: string, maxLength = 2000): StringField => ({
  type: 'string',
  label,
  default: value,
  maxLength,
})
export const choice = <const V extends string>(
  label: string,
  options: readonly V[],
  value: NoInfer<V>,
): ChoiceField<V> => ({ type: 'choice', label, options, default: value })
export const group = <F extends Fields>(label: string, fields: F): GroupField<F> => ({ type: 'group', label, fields })
export const list = <F extends Fields>(label: string, fields: F, spec: Pick<ListField<F>, 'maxLength' | 'example'>) =>
  ({ type: 'list', label, fields, ...spec }) satisfies ListField<F>

const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i
export const isHex = (text: unknown): text is Hex => typeof text === 'string' && HEX.test(text)

/** Fresh values. A new object each call: valtio adopts the object it is given, so defaults are never shared. */
export const defaults = <F extends Fields>(fields: F): Values<F> => conform(fields, {})

/** Nearest legal value of `raw`: unknown keys dropped, missing ones defaulted, numbers clamped. Never fails. */
export function conform<F extends Fields>(fields: F, raw: unknown): Values<F> {
  const input = (typeof raw === 'object' && raw !== null ? raw : {}) as Record<string, unknown>
  const out: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) out[name] = conformOne(field, input[name])
  return out as Values<F>
}

function conformOne(field: Field, raw: unknown): unknown {
  switch (field.type) {
    case 'number':
      return typeof raw === 'number' ? clamp(field, raw) : field.default
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

const asArray = (raw: unknown): readonly unknown[] => (Array.isArray(raw) ? raw : [])

export const clamp = (field: NumberField, value: number): number =>
  Number.isFinite(value) ? within(field, value, field.hardMin, field.hardMax) : field.default

const within = ({ isWhole }: NumberField, value: number, min: number, max: number): number =>
  Math.min(max, Math.max(min, isWhole ? Math.round(value) : value))

/** A decimal number as people write it; `Number` would also read 0x50 as 80. */
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/** Typed text on blur (spec §5): empty or non-numeric reverts to `current`, else clamps to what the slider offers. */
export function commitTyped(field: NumberField, typed: string, current: number): number {
  const text = typed.trim()
  const value = DECIMAL.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(value) ? within(field, value, field.min, field.max) : current
}
