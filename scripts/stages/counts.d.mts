export interface Counts {
  passed: number
  failed: number
  skipped: number
}
export function counts(report: string | undefined, code: number): Counts
export function counted(counts: Counts): string
export function summed(all: readonly Counts[]): Counts
