/** Returns `value` limited to `min`..`max`; `max` if the two are in the wrong order. NaN stays NaN. */
export const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value))

/** Returns `value` limited to 0..1. */
export const clampToUnit = (value: number): number => clamp(value, 0, 1)

/** Returns GLSL's smoothstep: 0 up to `from`, 1 from `to` on, and a cubic Hermite curve between them. */
export function smoothstep(from: number, to: number, value: number): number {
  const t = clampToUnit((value - from) / (to - from))
  return t * t * (3 - 2 * t)
}

/** Rounds to four decimals, which removes floating-point errors such as 0.1 + 0.2. */
export const roundToDecimals = (value: number): number => Number(value.toFixed(4))
