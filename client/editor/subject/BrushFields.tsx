import { useSnapshot } from 'valtio'
import { clamp, type NumberField } from '../../base/fields.ts'
import { sliderOf } from '../../controls/sliderOf.ts'
import { mendFields } from '../../document/mend.ts'
import { useSession } from '../../session/SessionContext.tsx'
import { Slider } from '../../ui/Slider.tsx'
import { Switch } from '../../ui/Switch.tsx'

const { size, hardness, isSnapping } = mendFields.strokes.fields

/** What the next stroke is made with; no part of the document, so no step of history. */
export function BrushFields() {
  const { subject } = useSession().ui
  const brush = useSnapshot(subject)
  return (
    <>
      <BrushSlider
        field={size}
        value={brush.size}
        onChange={(next) => {
          subject.size = next
        }}
      />
      <BrushSlider
        field={hardness}
        value={brush.hardness}
        onChange={(next) => {
          subject.hardness = next
        }}
      />
      <Switch
        label={isSnapping.label}
        isOn={brush.isSnapping}
        onChange={(next) => {
          subject.isSnapping = next
        }}
      />
    </>
  )
}

interface Props {
  field: NumberField
  value: number
  onChange(value: number): void
}

function BrushSlider({ field, value, onChange }: Props) {
  const write = (next: number) => onChange(clamp(field, next))
  return (
    <Slider
      {...sliderOf(field)}
      onStart={() => {}}
      onChange={write}
      onCommit={() => {}}
      onCancel={() => {}}
      onSet={write}
      value={value}
    />
  )
}
