export interface Counts {
  passed: number
  failed: number
  skipped: number
}
export interface Result extends Counts {
  /** Name and first lines of the error of each failed test. */
  failures: string[]
  /** The same of each test that failed and passed when it was repeated. */
  flaky: string[]
}
export function readReport(report: string | undefined, code: number): Result
export function failuresOf(stages: readonly (Result & { name: string })[]): string[]
export function flakyOf(stages: readonly (Result & { name: string })[]): string[]
export function formatCounts(counts: Counts): string
export function sumCounts(all: readonly Counts[]): Counts
