/** In the process that is measured: answers each message with what it has used so far. */

export interface Usage {
  /** User and system time since the start. */
  readonly cpuUs: number
  readonly rssMb: number
}

export function answerUsage(): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuUs: user + system, rssMb: process.memoryUsage.rss() / 1e6 } satisfies Usage)
  })
}
