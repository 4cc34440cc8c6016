import type { ComponentProps } from 'react'
import { t } from '#client/kit/i18n/translate.ts'
import { ColorField } from '#client/kit/ui/controls/ColorField.tsx'
import { Segmented } from '#client/kit/ui/controls/Segmented.tsx'
import { Select } from '#client/kit/ui/controls/Select.tsx'
import { Slider } from '#client/kit/ui/controls/Slider.tsx'
import { Switch } from '#client/kit/ui/controls/Switch.tsx'
import { TextArea } from '#client/kit/ui/controls/TextField.tsx'
import {
  type ChoiceField,
  clampField,
  commitTyped,
  type ColorField as Field,
  type FlagField,
  type Hex,
  type NumberField,
  type StringField,
  type Unit,
} from '#client/kit/values/fields.ts'
import { type Document, type OptionalPart, setPart } from '#client/model/document/document.ts'
import { useDocument, useSession } from '#client/model/session/session.ts'
import { type FieldPath, useFieldEvents, useFieldValue, useHistoryEvents } from './useField.ts'
import { useLimitedText } from './useLimitedText.ts'

/** Returns the `Slider` props of a number field: label, range, step, unit, default and a parser for typed numbers. */
export const sliderPropsOf = (field: NumberField) => ({
  label: t(field.label),
  min: field.min,
  max: field.max,
  step: field.step,
  unit: UNIT_SIGNS[field.unit],
  initial: field.default,
  commitTyped: (typed: string, current: number) => commitTyped(field, typed, current),
})

const UNIT_SIGNS: Record<Unit, string> = { percent: '%', px: 'px', degrees: '°', factor: '×', none: '' }

type FieldProps<N extends string, V, F> = FieldPath<N, V> & { field: F }

interface SliderProps<N extends string> extends FieldPath<N, number> {
  field: NumberField
  /** The value that a double-click on the label sets. If absent, this is the field's default. */
  resetTo?: number
  /** True if the control has no change dot. By default, only the field's default value has none. */
  isAutomatic?: boolean
}

export function FieldSlider<N extends string>({
  field,
  resetTo = field.default,
  isAutomatic = false,
  ...at
}: SliderProps<N>) {
  const value = useFieldValue<N, number>(at)
  const events = useFieldEvents<N, number>(t(field.label), at)
  return (
    <Slider
      {...events}
      onChange={(next) => events.onChange(clampField(field, next))}
      onSet={(next) => events.onSet(clampField(field, next))}
      {...sliderPropsOf(field)}
      {...(isAutomatic && { initial: value })}
      value={value}
      resetTo={resetTo}
    />
  )
}

interface DocumentSliderProps<P extends OptionalPart> {
  part: P
  name: keyof NonNullable<Document[P]> & string
  field: NumberField
  isDisabled?: boolean
}

/**
 * A slider for a number of a part of the document that may be absent, such as the lens. Shows the field's default while
 * the part is absent.
 */
export function DocumentSlider<P extends OptionalPart>({
  part,
  name,
  field,
  isDisabled = false,
}: DocumentSliderProps<P>) {
  const { doc } = useSession()
  const values = useDocument()[part] as Readonly<Record<string, number>> | undefined // safe cast: `field` is a number
  const events = useHistoryEvents<number>(t(field.label), `${part}.${name}`, (value) => {
    setPart(doc, part, { [name]: clampField(field, value) } as Partial<NonNullable<Document[P]>>) // safe cast: see above
  })
  return (
    <Slider {...events} {...sliderPropsOf(field)} value={values?.[name] ?? field.default} isDisabled={isDisabled} />
  )
}

type FieldColorProps<N extends string> = FieldProps<N, Hex, Field> &
  Pick<ComponentProps<typeof ColorField>, 'chipsSection'>

export function FieldColor<N extends string>({ field, chipsSection, ...at }: FieldColorProps<N>) {
  const value = useFieldValue<N, Hex>(at)
  const events = useFieldEvents<N, Hex>(t(field.label), at)
  return (
    <ColorField
      {...events}
      label={t(field.label)}
      value={value}
      initial={field.default}
      {...(chipsSection && { chipsSection })}
    />
  )
}

export function FieldFlag<N extends string>({ field, ...at }: FieldProps<N, boolean, FlagField>) {
  const value = useFieldValue<N, boolean>(at)
  const { onSet } = useFieldEvents<N, boolean>(t(field.label), at)
  return <Switch label={t(field.label)} isOn={value} onChange={onSet} />
}

/** Up to this number, options are buttons next to each other. More options become a select. */
const MAX_SEGMENTS = 3

/** A control for a field with several options: buttons, or a select if there are more than three options. */
export function FieldChoice<N extends string, V extends string>({ field, ...at }: FieldProps<N, V, ChoiceField<V>>) {
  const value = useFieldValue<N, V>(at)
  const { onSet } = useFieldEvents<N, V>(t(field.label), at)
  const options = field.options.map((option) => ({
    value: option,
    label: t(field.texts?.[option] ?? capitalise(option)),
  }))
  const Control = options.length <= MAX_SEGMENTS ? Segmented : Select
  return <Control label={t(field.label)} value={value} options={options} onChange={onSet} />
}

const capitalise = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`

interface FieldTextProps<N extends string>
  extends FieldPath<N, string>,
    Pick<ComponentProps<'textarea'>, 'onFocus' | 'onBlur'> {
  field: StringField
  /** The visible label. If absent, only screen readers get the field's label. */
  label?: string | undefined
  placeholder?: string
}

/** A multi-line text field. Consecutive keystrokes form one undo step. */
export function FieldText<N extends string>({ field, label, placeholder, onFocus, onBlur, ...at }: FieldTextProps<N>) {
  // rendered synchronously, because React moves the caret to the end if the value changes later
  const value = useFieldValue<N, string>(at, true)
  const { onSet } = useFieldEvents<N, string>(t(field.label), at)
  const typing = useLimitedText(field, onSet)
  return (
    <TextArea
      label={label ?? t(field.label)}
      value={value}
      hasHiddenLabel={label === undefined}
      placeholder={placeholder}
      onFocus={onFocus}
      onBlur={onBlur}
      {...typing}
    />
  )
}
