import { type MouseEvent, type PointerEvent, useId, useRef } from 'react'
import { clamp } from '#client/kit/values/numbers.ts'
import { withUnit } from '../../i18n/format.ts'
import { t } from '../../i18n/translate.ts'
import { useLatest, usePointerDrag } from '../hooks.ts'
import { ControlLabel } from './ControlLabel.tsx'
import { NumberInput } from './NumberInput.tsx'
import { Range } from './Range.tsx'
import styles from './Slider.module.css'
import { formatEditable, type RangedValue, snap, type ValueEvents } from './values.ts'

export interface SliderProps extends RangedValue, ValueEvents<number> {
  label: string
  /** The unit as text: '%', 'px', '°' or '×'. */
  unit?: string
  /** Value where the filled part begins. Default: 0 if the range contains 0, otherwise `min`. */
  origin?: number
  /** The default value. The control shows the change dot for any other value. */
  initial?: number
  /** Value after a double-click on the label or Delete on the slider. Default: `initial`. */
  resetTo?: number
  /** Returns the clamped value of typed text, or `current` if the text is not a number. */
  commitTyped(typed: string, current: number): number
  /** If true, the slider controls several records with different values. The next change sets all of them. */
  isMixed?: boolean
}

/**
 * A number control with label, number field and slider. Dragging the label changes the value, and double-clicking the
 * label resets it.
 */
export function Slider(props: SliderProps) {
  const { label, value, min, max, step, unit, origin, initial, resetTo = initial, isDisabled, isMixed } = props
  const { commitTyped, onStart, onChange, onCommit, onCancel, onSet } = props
  const id = useId()
  const common = { value, min, max, step, isDisabled, onSet, labelledBy: id }
  const drag = { onStart, onChange, onCommit, onCancel }
  const isChanged = initial !== undefined && (value !== initial || isMixed === true)
  const reset = resetTo === undefined || isDisabled ? undefined : () => onSet(resetTo)
  const scrub = useScrub({ ...common, ...drag, value: clamp(value, min, max) })
  const text = withUnit(formatEditable(value, step), unit ?? '')
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
      <NumberInput {...common} id={`${id}-number`} unit={unit} commitTyped={commitTyped} isMixed={isMixed} />
      <div className={styles.range}>
        <Range {...common} {...drag} origin={origin} valueText={isMixed ? t('Mixed') : text} onReset={reset} />
      </div>
    </div>
  )
}

type Scrub = RangedValue & Omit<ValueEvents<number>, 'onSet'>

/** Pointer movements up to this distance are not a drag, CSS px, so that a shaky double-click still works. */
const SLACK_PX = 3
/** Pointer movement per step in CSS px. */
const STEP_PX = 2

/**
 * Returns pointer handlers that change a number when the user drags its label horizontally. 2 CSS px are one step, or
 * ten steps with Shift. Escape cancels the drag. The handlers ignore touch.
 */
function useScrub(scrub: Scrub): {
  onPointerDown(event: PointerEvent<HTMLElement>): void
  onClick(event: MouseEvent): void
} {
  const latest = useLatest(scrub)
  const drag = usePointerDrag()
  const hasDragged = useRef(false)

  return {
    onClick(event) {
      // after a drag, a click on the label would otherwise focus the number field
      if (hasDragged.current) event.preventDefault()
    },
    onPointerDown(event) {
      if (drag.isActive()) return
      hasDragged.current = false
      if (event.button !== 0 || scrub.isDisabled || event.pointerType === 'touch') return
      let { value } = scrub
      let lastX = event.clientX

      const move = (next: globalThis.PointerEvent) => {
        if (!hasDragged.current) {
          if (Math.abs(next.clientX - lastX) < SLACK_PX) return
          hasDragged.current = true
          latest.current.onStart()
        }
        const { min, max, step, onChange } = latest.current
        value = clamp(value + ((next.clientX - lastX) / STEP_PX) * step * (next.shiftKey ? 10 : 1), min, max)
        lastX = next.clientX
        onChange(snap(value, step, min, max))
      }
      drag.follow(event, move, (how) => {
        if (hasDragged.current) latest.current[how]()
      })
    },
  }
}
