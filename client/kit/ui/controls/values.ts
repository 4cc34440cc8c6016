/**
 * The events of a value control. A drag sends `onStart`, any number of `onChange`, then `onCommit`, or `onCancel` when it
 * must have no effect. Everything else (a key, typed text, a preset, a reset) sends one `onSet`.
 */
export interface ValueEvents<V> {
  onStart(): void
  onChange(value: V): void
  onCommit(): void
  onCancel(): void
  onSet(value: V): void
}

/** Steps are increments, not a grid: only a drag lands on multiples, so a stored 5 never becomes 4.9 by itself. */
export function snap(value: number, step: number, min: number, max: number): number {
  return clampTo(roundToDecimals(Math.round(value / step) * step), min, max)
}

export const clampTo = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value))

/** Rounds to four decimals, which removes floating-point error: 0.1 + 0.2 is 0.3. */
export const roundToDecimals = (value: number): number => Number(value.toFixed(4))

/** With at most two decimals and no trailing zeros. */
export const formatNumber = (value: number): string => String(Number(value.toFixed(2)))
