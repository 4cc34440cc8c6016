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

/** Slider and number input for a setting outside the document, such as the brush size. */
export function SettingSlider({ field, value, onChange }: Props) {
  const events = useSetting(value, (next: number) => onChange(clampField(field, next)))
  return <Slider {...events} {...sliderPropsOf(field)} value={value} />
}

/**
 * Hook that returns event handlers for a value outside the document. Each event writes the value immediately, without
 * an undo step. A canceled drag restores the start value.
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
