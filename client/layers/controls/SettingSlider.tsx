import { useRef } from 'react'
import { Slider } from '#client/kit/ui/controls/Slider.tsx'
import type { ValueEvents } from '#client/kit/ui/controls/values.ts'
import { clampField, type NumberField } from '#client/kit/values/fields.ts'
import { sliderPropsOf } from './fieldControls.tsx'

interface Props {
  field: NumberField
  value: number
  onChange(value: number): void
}

/** A slider with a number input for a setting that isn't part of the document, such as the brush size. */
export function SettingSlider({ field, value, onChange }: Props) {
  const events = useSetting(value, (next: number) => onChange(clampField(field, next)))
  return <Slider {...events} {...sliderPropsOf(field)} value={value} />
}

/**
 * Hook that returns event handlers for a value that isn't part of the document. Each event writes the value immediately
 * and doesn't add an undo step. If a drag is canceled, the initial value is restored.
 */
export function useSetting<V>(value: V, write: (value: V) => void): ValueEvents<V> {
  const before = useRef(value)
  return {
    onStart() {
      before.current = value
    },
    onChange: write,
    onCommit() {},
    onCancel: () => write(before.current),
    onSet: write,
  }
}
