/** Distributes calls to browser tabs. A call waits until a tab is free and there is memory for it. */
import { availableParallelism } from 'node:os'
import type { Tab } from '#server/render/tab.ts'

/** Number of photos whose subject each tab caches. */
const CACHED_PHOTOS = 3
/** Maximum memory of a call on a 50 MP photo, bytes. */
const CALL_BYTES = 1.5e9
/** Maximum number of tabs. Each call uses several threads, so more tabs don't make calls faster. */
const MAX_TABS = Math.min(4, availableParallelism())

interface Worker {
  tab: Tab
  /** The version of the photo that the tab is working on, or null. */
  current: string | null
  /** The versions of the photos in the tab's cache, the latest first. */
  recent: readonly string[]
}

interface Waiting {
  version: string
  start(worker: Worker): void
  /** Receives the number of calls that will start earlier. */
  tellPosition(ahead: number): void
}

export interface Turn {
  signal: AbortSignal
  tellPosition(ahead: number): void
}

export type TabPool = ReturnType<typeof createTabPool>

/** Creates the pool. `hasRoom`: returns true if the computer can run one more call in addition to `running` calls. */
export function createTabPool(openTab: () => Tab, hasRoom: (running: number) => boolean = hasMemory) {
  const workers: Worker[] = []
  let queue: readonly Waiting[] = []

  /** Returns a free tab, a new tab, or null. A tab that has the photo in its cache is preferred. */
  function workerFor(version: string): Worker | null {
    // waits for the tab that is working on the photo, because its cache will contain the photo's subject
    if (workers.some(({ current }) => current === version)) return null
    const free = workers.filter(({ current }) => current === null)
    const running = workers.length - free.length
    if (running > 0 && !hasRoom(running)) return null
    const known = free.find(({ recent }) => recent.includes(version)) ?? free[0]
    if (known) return known
    const worker = { tab: openTab(), current: null, recent: [] }
    workers.push(worker)
    return worker
  }

  function dispatch(): void {
    for (const call of queue) {
      const worker = workerFor(call.version)
      if (!worker) continue
      leave(call)
      worker.current = call.version
      call.start(worker)
    }
    const running = workers.filter(({ current }) => current !== null).length
    for (const [i, { tellPosition }] of queue.entries()) tellPosition(running + i)
  }

  function leave(call: Waiting): void {
    queue = queue.filter((each) => each !== call)
  }

  return {
    /**
     * Runs `work` in a tab. `version` identifies the photo. If the signal aborts before a tab is free, rejects and
     * doesn't run `work`.
     */
    async run<T>(version: string, { signal, tellPosition }: Turn, work: (tab: Tab) => Promise<T>): Promise<T> {
      signal.throwIfAborted()
      const worker = await new Promise<Worker>((start, reject) => {
        const call = { version, start, tellPosition }
        signal.addEventListener('abort', () => {
          leave(call)
          reject(signal.reason)
        })
        queue = [...queue, call]
        dispatch()
      })
      try {
        return await work(worker.tab)
      } finally {
        worker.current = null
        worker.recent = [version, ...worker.recent.filter((each) => each !== version)].slice(0, CACHED_PHOTOS)
        dispatch()
      }
    },
  }
}

/** Returns true if the free memory is enough for one more call, even if running calls will still use all of theirs. */
function hasMemory(running: number): boolean {
  return running < MAX_TABS && process.availableMemory() > (running + 1) * CALL_BYTES
}
