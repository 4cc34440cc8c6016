/** Tells stories, a few at a time. One that fails stops no other. */

export interface Told {
  /** One line per story that failed: its name and the reason. */
  failures: string[]
}

/** A story that has not ended by then never will: a page can hang where no single step has a limit. */
const LIMIT_MS = 900_000

export async function tellAll<Job>(
  jobs: readonly Job[],
  { atOnce, nameOf, limitMs = LIMIT_MS }: { atOnce: number; nameOf(job: Job): string; limitMs?: number },
  tell: (job: Job) => Promise<void>,
): Promise<Told> {
  const waiting = [...jobs]
  const failures: string[] = []
  const work = async () => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift())
      try {
        await within(limitMs, tell(job))
        console.log(`· ${nameOf(job)}`)
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        console.log(`✗ ${nameOf(job)}`)
        failures.push(`${nameOf(job)}: ${reason}`)
      }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return { failures }
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not told within ${ms / 1000} s`)), ms)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
