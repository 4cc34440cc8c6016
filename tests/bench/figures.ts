/** Prints the figures of a benchmark with their limits. */

/** Figures by name, each with its upper limit. A figure without a limit is only information. */
export type Figures = Readonly<Record<string, readonly [value: number, bar?: number]>>

/** Prints the figures. `json`: also prints one object with exactly these figures in this order, for programs. */
export function printFigures(figures: Figures, json: boolean): void {
  console.log('figure                            measured        bar')
  for (const [name, [value, bar]] of Object.entries(figures)) {
    const verdict = bar !== undefined && value > bar ? '  MISSED' : ''
    console.log(`${name.padEnd(32)} ${value.toPrecision(4).padStart(9)}  ${barText(name, bar).padStart(9)}${verdict}`)
  }
  const values = Object.entries(figures).map(([name, [value]]) => [name, value])
  if (json) console.log(JSON.stringify(Object.fromEntries(values)))
}

/** Formats a limit, as a fraction if small: `≤ 1/30` instead of `≤ 0.0333`. */
function barText(name: string, bar: number | undefined): string {
  if (bar === undefined) return ''
  const parts = Math.round(1 / bar)
  const isFraction = name.includes('Vs') && parts > 1 && bar === 1 / parts
  return `≤ ${isFraction ? `1/${parts}` : bar}`
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2
}
