/** Aggregates the measures of all photos. */
import type { Measures } from './measures.ts'
import type { Measured } from './page.ts'

/** A subject with a lower IoU counts as not found. */
export const POOR_IOU = 0.8
export const NAMES = ['iou', 'mae', 'bandMae', 'gradient'] as const

/** Over the masks found badly; null if no clicks were requested or needed. */
export function clicksOf(all: readonly Measured[]) {
  const corrected = all.flatMap(({ clicks, ours }) => (clicks ? [{ before: ours.iou, clicks }] : []))
  if (corrected.length === 0) return null
  const after = (count: number) => average(corrected.map(({ clicks }) => clicks.slice(0, count).at(-1) ?? 0))
  return { n: corrected.length, before: average(corrected.map(({ before }) => before)), one: after(1), three: after(3) }
}

export function hintsOf(all: readonly Measured[]) {
  const judged = all.filter(({ isSure, set }) => isSure !== null && setOf(set) !== 'adobe-composite')
  const wrong = judged.filter(({ ours }) => ours.iou < POOR_IOU)
  const [n, caught] = [judged, wrong].map((group) => group.filter(({ isSure }) => !isSure).length)
  return { n, of: judged.length, wrong: caught, wrongOf: wrong.length, right: (n ?? 0) - (caught ?? 0) }
}

/** Photos without a subject, glass and sieves are a set of their own. */
export function setOf(name: string): string {
  return name === 'hires-pseudo' || name === 'alpha' ? 'hires' : name
}

export function means(group: readonly Measures[]): Measures {
  const [iou = 0, mae = 0, bandMae = 0, gradient = 0] = NAMES.map((name) => average(group.map((one) => one[name])))
  return { iou, mae, bandMae, gradient }
}

export function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
