import { BringToFront, Eraser, Pencil, SendToBack } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { clamp } from '../../base/fields.ts'
import { sliderOf } from '../../controls/sliderOf.ts'
import { useSession } from '../../session/SessionContext.tsx'
import { freshDrawUi } from '../../session/ui/draw.ts'
import { ColorField } from '../../ui/ColorField.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Slider } from '../../ui/Slider.tsx'
import type { ValueEvents } from '../../ui/values.ts'
import { pointFields } from './schema.ts'

const TOOLS = [
  { value: 'pencil', label: 'Pencil', icon: Pencil },
  { value: 'eraser', label: 'Eraser', icon: Eraser },
] as const

const SIDES = [
  { value: 'background', label: 'Behind', icon: SendToBack },
  { value: 'foreground', label: 'In front', icon: BringToFront },
] as const

const FRESH = freshDrawUi()

/** What the next stroke is drawn with; no part of the document, so no step of history. */
export function BrushFields() {
  const { draw } = useSession().ui
  const { tool, size, color, placement } = useSnapshot(draw)
  const field = pointFields.size
  return (
    <>
      <Segmented
        label="Tool"
        value={tool}
        options={TOOLS}
        onChange={(next) => {
          draw.tool = next
        }}
      />
      <Slider
        {...writing<number>((next) => {
          draw.size = Math.min(field.max, Math.max(field.min, clamp(field, next)))
        })}
        {...sliderOf(field)}
        value={size}
        initial={FRESH.size}
      />
      {tool === 'pencil' && (
        <>
          <ColorField
            {...writing<typeof color>((next) => {
              draw.color = next
            })}
            label={pointFields.color.label}
            value={color}
            initial={FRESH.color}
          />
          <Segmented
            label="Placement"
            value={placement}
            options={SIDES}
            onChange={(next) => {
              draw.placement = next
            }}
          />
        </>
      )}
    </>
  )
}

/** A drag writes as it goes; there is nothing to take back. */
const writing = <V,>(write: (value: V) => void): ValueEvents<V> => ({
  onStart() {},
  onChange: write,
  onCommit() {},
  onCancel() {},
  onSet: write,
})
