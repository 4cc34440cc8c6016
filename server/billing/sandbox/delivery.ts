/** Posts signed events to our own webhook until it returns 2xx. The pause between attempts grows from 1 s to 1 h. */
import { signPayload } from '../stripe.ts'
import type { SandboxContext, SandboxEvent } from './state.ts'

/** Posts a webhook. Resolves with the HTTP status of the response. */
export type Deliver = (payload: string, signature: string) => Promise<number>

const MAX_WAIT = 3600
/** Maximum number of attempts. Afterwards the event is dropped. */
const MAX_TRIES = 100

/** Returns a function that posts all due events. It resolves when no event is due. */
export function createDelivery(
  { world, webhookSecret, now, save }: SandboxContext,
  deliver: Deliver,
): () => Promise<void> {
  let running: Promise<void> | null = null

  async function attempt(event: SandboxEvent): Promise<void> {
    const status = await deliver(event.payload, signPayload(event.payload, webhookSecret, now())).catch(() => 0)
    event.delivered = status >= 200 && status < 300
    event.tries += 1
    event.nextAt = now() + Math.min(MAX_WAIT, 2 ** (event.tries - 1))
  }

  async function postDue(): Promise<void> {
    for (;;) {
      const due = world.events.filter((event) => !event.delivered && event.tries < MAX_TRIES && event.nextAt <= now())
      if (due.length === 0) return
      await Promise.all(due.map(attempt))
      save()
    }
  }

  return () => {
    running ??= postDue().finally(() => {
      running = null
    })
    return running
  }
}
