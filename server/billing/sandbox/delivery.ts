/** Posts signed events to our own webhook endpoint until it answers 2xx. The pause doubles from 1 s up to an hour. */
import { signPayload } from '../stripe.ts'
import type { SandboxEvent, SandboxState } from './state.ts'

/** Posts one webhook and resolves with the HTTP status of the response. */
export type Deliver = (payload: string, signature: string) => Promise<number>

const MAX_WAIT = 3600
/** The delivery drops an event after this many attempts. */
const MAX_TRIES = 100

/** Delivers the sandbox's events to the server's webhook endpoint. */
export interface Delivery {
  /** Delivers the events that are due, and sets a timer for the others. */
  wake(): void
  /** Resolves when no delivery is in progress, or after `timeoutMs`. */
  idle(timeoutMs: number): Promise<void>
  /** Delivers nothing more. Events that are not delivered stay in the state. */
  stop(): void
}

/** The parameters of `startDelivery`. */
export interface DeliveryOptions {
  readonly world: SandboxState
  readonly webhookSecret: string
  readonly deliver: Deliver
  /** Unix seconds. */
  readonly now: () => number
  readonly save: () => void
}

/**
 * Creates the delivery; `wake` starts it. Each event is posted with Stripe's signature header until the endpoint
 * answers 2xx or the attempts are used up.
 */
export function startDelivery({ world, webhookSecret, deliver, now, save }: DeliveryOptions): Delivery {
  const underway = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  function wake(): void {
    if (stopped) return
    clearTimeout(timer)
    const waiting = world.events.filter(
      (event) => !event.delivered && event.tries < MAX_TRIES && !underway.has(event.id),
    )
    for (const event of waiting) if (event.nextAt <= now()) underway.set(event.id, attempt(event))
    const later = waiting.filter((event) => event.nextAt > now()).map((event) => event.nextAt)
    if (later.length === 0) return
    timer = setTimeout(wake, Math.max(50, (Math.min(...later) - now()) * 1000))
    timer.unref()
  }

  async function attempt(event: SandboxEvent): Promise<void> {
    const status = await deliver(event.payload, signPayload(event.payload, webhookSecret, now())).catch(() => 0)
    underway.delete(event.id)
    event.delivered = status >= 200 && status < 300
    event.tries += 1
    event.nextAt = now() + Math.min(MAX_WAIT, 2 ** (event.tries - 1))
    if (stopped) return
    save()
    wake()
  }

  return {
    wake,
    async idle(timeoutMs) {
      const enough = AbortSignal.timeout(timeoutMs)
      while (underway.size > 0 && !enough.aborted)
        await Promise.race([
          Promise.all(underway.values()),
          new Promise((resolve) => enough.addEventListener('abort', resolve)),
        ])
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
