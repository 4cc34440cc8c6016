import { useId } from 'react'
import type { Size } from '#client/kit/geometry/geometry.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { ControlLabel } from '#client/kit/ui/controls/ControlLabel.tsx'
import { NumberInput } from '#client/kit/ui/controls/NumberInput.tsx'
import type { LayerId } from '#client/kit/values/ids.ts'
import { clamp, typedNumber } from '#client/kit/values/numbers.ts'
import { useDocument, useSession } from '#client/model/session/session.ts'
import { kindOf } from '../registry.ts'
import styles from './PixelSize.module.css'

/** Maximum side length that the user can type, in document px. The layer's fields limit the length further. */
const MAX = 40_000

const SIDES = { width: 'Width', height: 'Height' } as const
type Side = keyof typeof SIDES

/**
 * Fields for a layer's width and height before rotation, in document px. If the layer has free proportions, a typed
 * length stretches the layer. Otherwise, it scales the layer.
 */
export function PixelSize({ layer: id }: { layer: LayerId }) {
  const { doc, history } = useSession()
  const shown = useDocument()
  const layer = shown.layers[id]
  const transform = layer && kindOf(layer.kind).transform
  if (!layer || !transform) return null
  const { size } = transform.placed(layer, shown)

  const set = (side: Side, length: number) => {
    const now = doc.layers[id]
    if (!now) return
    const write = () => {
      if (transform.stretchTo) transform.stretchTo(now, { [side]: length })
      else transform.scaleBy?.(now, length / size[side], layer)
    }
    history.transact(t('Resize'), write, `${id}.${side}`)
  }
  return <PixelSides size={size} onSet={set} />
}

/** Fields for a width and a height in document px. */
export const PixelSides = ({ size, onSet }: { size: Size; onSet(side: Side, length: number): void }) => (
  <div className={styles.sides}>
    {(['width', 'height'] as const).map((side) => (
      <PixelField key={side} label={t(SIDES[side])} value={size[side]} onSet={(length) => onSet(side, length)} />
    ))}
  </div>
)

interface FieldProps {
  label: string
  /** The side's length in document px. */
  value: number
  onSet(length: number): void
}

function PixelField({ label, value, onSet }: FieldProps) {
  const id = useId()
  const typed = (text: string, current: number) => {
    const length = typedNumber(text.replace(/\s*px\s*$/i, ''))
    return length !== null ? clamp(length, 1, MAX) : current
  }
  return (
    <div className={styles.side}>
      <ControlLabel id={id} htmlFor={`${id}-number`} text={label} isChanged={false} />
      <NumberInput
        id={`${id}-number`}
        labelledBy={id}
        value={Math.round(value * 10) / 10}
        min={1}
        max={MAX}
        step={1}
        unit="px"
        commitTyped={typed}
        onSet={onSet}
      />
    </div>
  )
}
