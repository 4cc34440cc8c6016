import { useId } from 'react'
import { t } from '../../i18n/translate.ts'
import { ControlLabel } from './ControlLabel.tsx'
import { NumberInput } from './NumberInput.tsx'
import { Range } from './Range.tsx'
import styles from './Slider.module.css'
import { useScrub } from './useScrub.ts'
import { clampTo, formatNumber, type ValueEvents } from './values.ts'

/** Properties of `Slider`. */
export interface SliderProps extends ValueEvents<number> {
  label: string
  value: number
  /** Range of the slider and of typed text. `value` may lie outside it and is shown as it is. */
  min: number
  max: number
  step: number
  /** '%', 'px', '°' or '×'. */
  unit?: string
  /** Value at which the filled part begins; by default 0 if the range contains it, else `min`. */
  origin?: number
  /** The default value. Any other value shows the change dot. */
  initial?: number
  /** The value that a double-click on the label, or Delete on the slider, sets; by default `initial`. */
  resetTo?: number
  /** Returns the value of typed text: clamped, or `current` when the text is no number (spec §5). */
  commitTyped(typed: string, current: number): number
  isDisabled?: boolean
  /** The slider controls several records whose values differ; the next change sets all of them. */
  isMixed?: boolean
}

/**
 * A number control: label, number field and slider. Dragging the label changes the value; double-clicking the label
 * resets it.
 */
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
