/** Replies to each message with the CPU time of this process. */

export interface Usage {
  /** User and system time since the start, µs. */
  readonly cpuUs: number
  readonly rssMb: number
}

export function answerUsage(): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuUs: user + system, rssMb: process.memoryUsage.rss() / 1e6 } satisfies Usage)
  })
}
