import { clamp, type NumberField } from '../../kit/base/fields.ts'
import { Slider } from '../../kit/ui/controls/Slider.tsx'
import { sliderPropsOf } from './sliderProps.ts'
import { useSetting } from './useSetting.ts'

interface Props {
  field: NumberField
  value: number
  onChange(value: number): void
}

/** A slider and number input for a setting that is not part of the document, such as the brush size. */
export function SettingSlider({ field, value, onChange }: Props) {
  const events = useSetting(value, (next: number) => onChange(clamp(field, next)))
  return <Slider {...events} {...sliderPropsOf(field)} value={value} />
}
