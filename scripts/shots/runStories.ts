/** Runs jobs concurrently. A job that fails does not stop the others. */

/** The result of `runStories`. */
export interface Outcome {
  /** One line per failed job: its name and the reason. */
  failures: string[]
}

/** A page can hang where no single step has a timeout. */
const TIMEOUT_MS = 900_000

/**
 * Runs at most `concurrency` jobs at a time, and logs each when it ends. Never rejects: it resolves with the failures.
 * A job that is not finished within `timeoutMs` counts as failed, but is not stopped.
 */
export async function runStories<Job>(
  jobs: readonly Job[],
  {
    concurrency,
    nameOf,
    timeoutMs = TIMEOUT_MS,
  }: { concurrency: number; nameOf(job: Job): string; timeoutMs?: number },
  run: (job: Job) => Promise<void>,
): Promise<Outcome> {
  const waiting = [...jobs]
  const failures: string[] = []
  const work = async () => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift())
      try {
        await withTimeout(timeoutMs, run(job))
        console.log(`· ${nameOf(job)}`)
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        console.log(`✗ ${nameOf(job)}`)
        failures.push(`${nameOf(job)}: ${reason}`)
      }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return { failures }
}

async function withTimeout(ms: number, work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not finished within ${ms / 1000} s`)), ms)
  })
  try {
    await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
