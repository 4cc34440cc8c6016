/** Figures and their bars (upper limits). Ratios are ours : peer. */
export type Bars = Readonly<Record<string, number>>

export const holds = (bar: number, value: number): boolean => value <= bar

/** Formats a bar as a fraction: `≤ 1/30` instead of `≤ 0.0333`. */
export function barText(name: string, bar: number): string {
  const parts = Math.round(1 / bar)
  const isFraction = name.includes('Vs') && parts > 1 && bar === 1 / parts
  return `≤ ${isFraction ? `1/${parts}` : bar}`
}
