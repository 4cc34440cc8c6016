import { useId } from 'react'
import { t } from '../../i18n/translate.ts'
import { ControlLabel } from './ControlLabel.tsx'
import { NumberInput } from './NumberInput.tsx'
import { Range } from './Range.tsx'
import styles from './Slider.module.css'
import { useScrub } from './useScrub.ts'
import { clampTo, formatNumber, type ValueEvents } from './values.ts'

export interface SliderProps extends ValueEvents<number> {
  label: string
  value: number
  /** What the slider offers and typing gives; the field may hold more, which is shown truly. */
  min: number
  max: number
  step: number
  /** '%', 'px', '°', '×' or nothing. */
  unit?: string
  /** Where the filled part begins; by default 0 if the range spans it, else `min`. */
  origin?: number
  /** A value other than this one shows the change dot. */
  initial?: number
  /** What a double-click on the label, or Delete on the slider, gives; by default `initial`. */
  resetTo?: number
  /** The value that typed text stands for: clamped, or `current` when it is no number (spec §5). */
  commitTyped(typed: string, current: number): number
  isDisabled?: boolean
  /** The slider stands for several records with different values; the next change sets all of them. */
  isMixed?: boolean
}

/** A control row: label, value, and the slider beneath. Drag on the label scrubs; double-click on it resets. */
export function Slider(props: SliderProps) {
  const { label, value, min, max, step, unit, origin, initial, resetTo = initial, isDisabled, isMixed } = props
  const { commitTyped, ...on } = props
  const id = useId()
  const isChanged = initial !== undefined && (value !== initial || isMixed === true)
  const reset = resetTo === undefined || isDisabled ? undefined : () => on.onSet(resetTo)
  const scrub = useScrub({ ...on, value: clampTo(value, min, max) })
  const text = unit ? `${formatNumber(value)} ${unit}` : formatNumber(value)
  return (
    <div className={styles.row}>
      <ControlLabel
        id={id}
        htmlFor={`${id}-number`}
        text={label}
        isChanged={isChanged}
        isDisabled={isDisabled}
        onReset={reset}
        scrub={scrub}
      />
      <NumberInput
        id={`${id}-number`}
        value={value}
        min={min}
        max={max}
        step={step}
        unit={unit}
        commitTyped={commitTyped}
        onSet={on.onSet}
        isDisabled={isDisabled}
        isMixed={isMixed}
        labelledBy={id}
      />
      <div className={styles.range}>
        <Range
          {...on}
          value={value}
          min={min}
          max={max}
          step={step}
          origin={origin}
          valueText={isMixed ? t('Mixed') : text}
          isDisabled={isDisabled}
          labelledBy={id}
          onReset={reset}
        />
      </div>
    </div>
  )
}
