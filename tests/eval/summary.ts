/** Summarizes the measures of all photos. */
import type { Measures } from './measures.ts'
import type { Measured } from './page.ts'

/** A subject with a lower IoU is treated as not found. */
export const POOR_IOU = 0.8
/** A candidate mask with at least this IoU is treated as correct. */
export const GOOD_IOU = 0.9
/** Photos of glass and sieves. The background is visible through them. They have no clear subject. */
export const NO_SUBJECT = 'adobe-composite'
export const NAMES = ['iou', 'mae', 'bandMae', 'gradient'] as const

/** Summarizes the simulated clicks. Returns null if there are no clicks. */
export function clicksOf(all: readonly Measured[]) {
  const corrected = all.flatMap(({ clicks, ours }) => (clicks ? [{ before: ours.iou, clicks }] : []))
  if (corrected.length === 0) return null
  const after = (count: number) => average(corrected.map(({ clicks }) => clicks.slice(0, count).at(-1) ?? 0))
  return { n: corrected.length, before: average(corrected.map(({ before }) => before)), one: after(1), three: after(3) }
}

/**
 * Returns how often a correct mask is among the first one, two and three candidates, or null if there are no
 * candidates.
 */
export function candidatesOf(all: readonly Measured[]) {
  const read = withSubject(all).flatMap(({ candidates, isSure }) => (candidates ? [{ candidates, isSure }] : []))
  if (read.length === 0) return null
  const right = (group: typeof read) =>
    [1, 2, 3].map((count) => group.filter((one) => bestOf(one, count) >= GOOD_IOU).length)
  const doubted = read.filter(({ isSure }) => !isSure)
  return {
    of: read.length,
    right: right(read),
    doubtedOf: doubted.length,
    doubted: right(doubted),
    first: average(read.map((one) => bestOf(one, 1))),
    best: average(read.map((one) => bestOf(one, 3))),
  }
}

const bestOf = ({ candidates }: { candidates: readonly number[] }, count: number) =>
  Math.max(...candidates.slice(0, count))
const withSubject = (all: readonly Measured[]) => all.filter(({ set }) => setOf(set) !== NO_SUBJECT)

/**
 * Counts uncertain results. `wrong`: number of uncertain results with a poor mask, out of `wrongOf` poor masks.
 * `falseAlarms`: names of the photos whose result is uncertain even though its mask isn't poor.
 */
export function hintsOf(all: readonly Measured[]) {
  const judged = withSubject(all).filter(({ isSure }) => isSure !== null)
  const wrong = judged.filter(({ ours }) => ours.iou < POOR_IOU)
  const unsure = judged.filter(({ isSure }) => !isSure)
  const falseAlarms = unsure.filter((one) => !wrong.includes(one)).map(({ name }) => name)
  return {
    n: unsure.length,
    of: judged.length,
    wrong: unsure.length - falseAlarms.length,
    wrongOf: wrong.length,
    right: falseAlarms.length,
    falseAlarms,
  }
}

/** Returns the set that a photo is reported in: `hires` also contains the sets `hires-pseudo` and `alpha`. */
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
