/** A slot of the rendering service: one browser at a time, which serves one account. */
import type { Logger } from 'pino'
import type { RenderAnswer } from '../../contract/render.ts'
import type { Engine, Order } from './engine.ts'

/**
 * What a slot of the rendering service needs. A slot is one of a fixed number of places for headless browsers: it runs at
 * most one browser at a time.
 */
export interface SlotOptions {
  readonly log: Logger
  /** The browser is ended after so many ms without a picture. */
  readonly idleMs: number
  /** Starts a browser for one account; rejects when it cannot be started, and so does the `render` that needed it. */
  start(): Promise<Engine>
}

/** Renders one picture at a time: a call must wait until the one before has settled. */
export interface Slot {
  /**
   * Renders in the browser of the account, which is started if there is none and replaced once if it ends by itself. The
   * browser stays for the account's next pictures. Aborting ends it; the answer is then 'tab-lost'.
   * @throws {NoChromiumError | ChromiumError} where the browser cannot be started
   */
  render(account: string, order: Order, signal: AbortSignal): Promise<RenderAnswer>
  /** Ends the browser, also in the midst of a rendering. Does not reject. */
  end(): Promise<void>
}

/** Pictures of one browser: whatever memory it may lose does not add up for ever. */
const PICTURES_PER_BROWSER = 200
const LOST = { ok: false, error: 'tab-lost' } as const

/** Creates a slot. Its first rendering starts the browser. */
export function createSlot({ log, idleMs, start }: SlotOptions): Slot {
  let owner = ''
  let engine: Engine | null = null
  let pictures = 0
  let idle: NodeJS.Timeout | undefined

  const end = async () => {
    clearTimeout(idle)
    const ending = engine
    engine = null
    await ending?.close().catch((err: unknown) => log.error({ err }, 'a browser could not be ended'))
  }

  const engineFor = async (account: string): Promise<Engine> => {
    clearTimeout(idle)
    if (owner !== account || pictures >= PICTURES_PER_BROWSER) await end()
    if (!engine) {
      engine = await start()
      owner = account
      pictures = 0
    }
    pictures += 1
    return engine
  }

  const renderOnce: Slot['render'] = async (account, order, signal) => {
    const used = await engineFor(account)
    // what can be aborted is the browser: the page has no other ear
    let abort = () => {}
    const ended = new Promise<RenderAnswer>((resolve) => {
      abort = () => void end().then(() => resolve(LOST))
    })
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    try {
      const answer = await Promise.race([used.render(order), ended])
      if (isLost(answer)) await end()
      return answer
    } finally {
      signal.removeEventListener('abort', abort) // from now on the browser may be at another request's work
    }
  }

  return {
    end,
    async render(account, order, signal) {
      let answer = await renderOnce(account, order, signal)
      // a browser that has ended by itself, for want of memory say, is replaced once
      if (isLost(answer) && !signal.aborted) answer = await renderOnce(account, order, signal)
      if (engine) idle = setTimeout(() => void end(), idleMs).unref()
      return answer
    },
  }
}

const isLost = (answer: RenderAnswer): boolean => !answer.ok && answer.error === LOST.error
