import { clamp, roundToDecimals } from '#client/kit/values/numbers.ts'

/**
 * The events of a control for a value. A drag sends `onStart`, any number of `onChange`, then `onCommit`, or `onCancel`
 * to discard the drag. Every other change (a key, typed text, a preset, a reset) sends one `onSet`.
 */
export interface ValueEvents<V> {
  onStart(): void
  onChange(value: V): void
  onCommit(): void
  onCancel(): void
  onSet(value: V): void
}

/** The value, range and step of a number control. A `value` outside the range is shown unchanged. */
export interface RangedValue {
  value: number
  min: number
  max: number
  step: number
  isDisabled?: boolean | undefined
}

/**
 * Rounds a dragged value to a multiple of `step` and clamps it. Keys and typed text are not rounded, because rounding
 * would change the digits of a stored value.
 */
export function snap(value: number, step: number, min: number, max: number): number {
  return clamp(roundToDecimals(Math.round(value / step) * step), min, max)
}

/**
 * Formats a number with the decimals of `step`, without trailing zeros, and with a decimal point in all languages. The
 * default shows two decimals.
 */
export const formatEditable = (value: number, step = 0.01): string =>
  String(Number(value.toFixed(Math.max(0, Math.ceil(-Math.log10(step))))))
