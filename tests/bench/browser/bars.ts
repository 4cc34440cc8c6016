/** Figures and their bars: what each must not exceed. Ratios are ours : peer. */
export type Bars = Readonly<Record<string, number>>

export const holds = (bar: number, value: number): boolean => value <= bar

/** A ratio as the fraction it was set as: `≤ 1/30` rather than `≤ 0.0333`. */
export function barText(name: string, bar: number): string {
  const parts = Math.round(1 / bar)
  const isFraction = name.includes('Vs') && parts > 1 && bar === 1 / parts
  return `≤ ${isFraction ? `1/${parts}` : bar}`
}
