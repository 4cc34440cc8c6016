import { type ChangeEvent, type CSSProperties, type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { clamp, roundToDecimals } from '#client/kit/values/numbers.ts'
import { commitFocusedField } from '../../browser/keyboard.ts'
import { useLatest, usePointerDrag } from '../hooks.ts'
import styles from './Range.module.css'
import { type RangedValue, snap, type ValueEvents } from './values.ts'

export interface RangeProps extends RangedValue, ValueEvents<number> {
  /** Value where the filled part of the track begins. Default: 0 if the range contains 0, otherwise `min`. */
  origin?: number | undefined
  /** The value as text for screen readers. */
  valueText?: string | undefined
  labelledBy?: string | undefined
  onReset?: (() => void) | undefined
}

/**
 * A slider, built on a native range input for keys, touch and assistive technology. Reports drags as gestures (see
 * `ValueEvents`).
 */
export function Range({ value, min, max, step, origin, valueText, isDisabled, labelledBy, ...on }: RangeProps) {
  const latest = useLatest(on)
  const drag = usePointerDrag()
  /** True from a canceled drag until the next press or key. Input events in between belong to the canceled drag. */
  const isCanceled = useRef(false)

  function grab(event: PointerEvent<HTMLInputElement>) {
    if (event.button !== 0 || drag.isActive()) return
    isCanceled.current = false
    commitFocusedField() // a later undo step would end the drag
    drag.follow(
      event,
      () => {}, // the input element reports the moves itself
      (how) => {
        isCanceled.current = how === 'onCancel'
        latest.current[how]()
      },
    )
    on.onStart()
  }

  function change(event: ChangeEvent<HTMLInputElement>) {
    if (isCanceled.current) return
    const next = snap(event.currentTarget.valueAsNumber, step, min, max)
    if (drag.isActive()) on.onChange(next)
    else on.onSet(next)
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (!drag.isActive()) isCanceled.current = false
    const isReset = event.key === 'Delete' || event.key === 'Backspace'
    const next = keyed(event.key, value, event.shiftKey ? step * 10 : step, min, max)
    if (next === null && !(isReset && on.onReset)) return
    event.preventDefault()
    if (next === null) on.onReset?.()
    else if (next !== value) on.onSet(next)
  }

  const share = (v: number) => (max > min ? clamp((v - min) / (max - min), 0, 1) : 0)
  const from = share(origin ?? (min < 0 && max > 0 ? 0 : min))
  const to = share(value)
  const fill = { '--from': edge(Math.min(from, to), from), '--to': edge(Math.max(from, to), from) } as CSSProperties
  return (
    <input
      type="range"
      className={styles.range}
      style={fill}
      min={min}
      max={max}
      step="any"
      value={value}
      disabled={isDisabled}
      aria-labelledby={labelledBy}
      aria-valuetext={valueText}
      onPointerDown={grab}
      onChange={change}
      onKeyDown={handleKeyDown}
    />
  )
}

/**
 * Returns the CSS position of an end of the filled part: the thumb's center, or the track's end if the fill begins
 * there. `share` and `origin` are fractions 0..1 of the range.
 */
function edge(share: number, origin: number): string {
  const isOrigin = share === origin
  if (isOrigin && (share === 0 || share === 1)) return `${share * 100}%`
  return `calc(var(--knob) / 2 + ${share} * (100% - var(--knob)))`
}

/** Number of steps per key press. */
const KEY_STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
}

/** Returns the value that a key sets, or null if the slider does not handle the key. */
function keyed(key: string, value: number, step: number, min: number, max: number): number | null {
  if (key === 'Home') return min
  if (key === 'End') return max
  const steps = KEY_STEPS[key]
  return steps === undefined ? null : clamp(roundToDecimals(value + steps * step), min, max)
}
