/** Renders for the API: places in the queue, a browser for each slot, and the files of the requests under way. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { RenderAnswer } from '../../contract/render.ts'
import { findChromium } from '../findChromium.ts'
import type { Engine, Order } from './engine.ts'
import { createQueue, type Place } from './queue.ts'
import { createSlot, type Slot } from './slot.ts'
import type { Workplace } from './workplace.ts'

/**
 * Renders for the API: a queue of requests, and a fixed number of slots, each with at most one headless browser, which
 * render at the same time.
 */
export interface RenderService {
  /** @throws {NoChromiumError} where there is no browser to render with */
  mustHaveBrowser(): void
  /** Takes a place in the queue for a request of the token. Without a free place, returns the limit that is reached. */
  enter(token: string): Place | 'queue-full' | 'token-full'
  /**
   * Renders when it is the place's turn, and keeps the browser for the account's next pictures for a while. Failures of the
   * rendering are in the answer; 'aborted' and 'timed-out' are among them.
   * @throws {NoChromiumError | ChromiumError} where the browser cannot be started
   */
  render(job: RenderRequest): Promise<RenderAnswer>
  readonly workplace: Workplace
  /** Ends the browsers and removes all files. What is under way fails. */
  close(): Promise<void>
}

/** One rendering, with the place in the queue that it waits on. */
export interface RenderRequest {
  readonly place: Place
  /** Id of the account; a browser never serves two of them. */
  readonly account: string
  readonly order: Order
  /** Aborting ends the browser of the rendering. */
  readonly signal: AbortSignal
}

/** What the rendering service needs. */
export interface ServiceOptions {
  readonly workplace: Workplace
  readonly log: Logger
  /** Number of pictures that are rendered at the same time, each in a browser of its own. */
  readonly jobs: number
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: string
  /** Starts a browser; tests replace it. */
  start(): Promise<Engine>
  readonly times?: Partial<ServiceTimes>
}

/** Time limits of the rendering service. */
export interface ServiceTimes {
  /** A browser that nobody has used for so long is ended. */
  readonly idleMs: number
  /** A rendering that takes longer fails with 'timed-out'. */
  readonly renderMs: number
}

const TIMES: ServiceTimes = { idleMs: 60_000, renderMs: 300_000 }
/** Number of requests that may wait, beside those that are rendered. The disk must hold the files of all. */
const WAITING = 8
/** Number of requests of one token that may wait or be rendered. */
const PER_TOKEN = 4

/** Opens the service. It starts no browser; each slot starts one with its first rendering. */
export function openRenderService(options: ServiceOptions): RenderService {
  const { workplace, log, jobs, env, platform, start } = options
  const { idleMs, renderMs } = { ...TIMES, ...options.times }
  const queue = createQueue({ slots: jobs, waiting: WAITING, perToken: PER_TOKEN })
  const slots = Array.from({ length: jobs }, () => createSlot({ log, idleMs, start }))
  const closing = new AbortController()
  const underWay = new Set<Promise<unknown>>()

  const render = async ({ place, account, order, signal }: RenderRequest): Promise<RenderAnswer> => {
    const asked = AbortSignal.any([signal, closing.signal])
    try {
      const slot = slots[await place.turn(asked)] as Slot
      const limited = AbortSignal.any([asked, AbortSignal.timeout(renderMs)])
      const answer = await slot.render(account, order, limited)
      if (asked.aborted) return ABORTED
      return limited.aborted ? TIMED_OUT : answer
    } catch (error) {
      if (asked.aborted) return ABORTED
      throw error
    } finally {
      place.endTurn()
    }
  }
  return {
    workplace,
    mustHaveBrowser: () => void findChromium(env, platform),
    enter: (token) => queue.enter(token),
    render(job) {
      const rendering = render(job).finally(() => underWay.delete(rendering))
      underWay.add(rendering)
      return rendering
    },
    async close() {
      closing.abort()
      await Promise.race([Promise.allSettled(underWay), wait(CLOSE_MS)])
      for (const slot of slots) await slot.end()
      workplace.close()
    },
  }
}

const CLOSE_MS = 2000
const ABORTED: RenderAnswer = { ok: false, error: 'aborted' }
const TIMED_OUT: RenderAnswer = { ok: false, error: 'timed-out' }
