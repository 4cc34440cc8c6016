/** What the operator watches from outside. Figures only: no word that anybody sent, nobody's id. */
export interface Watch {
  /** False: nothing is kept. */
  readonly isOn: boolean
  /** A request, by the pattern of its route. */
  answered(method: string, route: string, status: number, seconds: number): void
  /** An export may begin. */
  exported(byCredit: boolean): void
  /** An event of the billing provider was dealt with, so long after it happened. */
  heard(lagSeconds: number): void
  ran(job: string, outcome: 'done' | 'failed' | 'stopped', seconds: number): void
  /** All of it as Prometheus reads it; null while nothing is kept. */
  report(): Promise<{ readonly type: string; readonly text: string } | null>
}
