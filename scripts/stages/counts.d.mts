export interface Counts {
  passed: number
  failed: number
  skipped: number
}
export interface Result extends Counts {
  /** What failed, and the beginning of what it said. */
  failures: string[]
}
export function counts(report: string | undefined, code: number): Result
export function failuresOf(stages: readonly (Result & { name: string })[]): string[]
export function counted(counts: Counts): string
export function summed(all: readonly Counts[]): Counts
