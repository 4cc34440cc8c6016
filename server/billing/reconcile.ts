/** The net under the webhooks: asks again, slowly, about everyone (each night) or those whose access is about to change (each hour). */
import { toSeconds } from '../db/time.ts'
import type { Desk } from './desk.ts'
import { syncCustomer } from './sync.ts'

/** At most ten customers a second. */
const PAUSE_MS = 100
const PAGE = 200
const HORIZON_SECONDS = 2 * 3600

export interface ReconcileOptions {
  readonly signal: AbortSignal
  readonly pause: (ms: number) => Promise<unknown>
}

export interface Reconciled {
  readonly checked: number
  readonly failed: number
}

/** For the hourly job. */
export async function reconcileDue(desk: Desk, options: ReconcileOptions): Promise<Reconciled> {
  return reconcile(desk, await desk.store.due(toSeconds(desk.now()) + HORIZON_SECONDS), options)
}

/** For the nightly job. */
export async function reconcileAll(desk: Desk, options: ReconcileOptions): Promise<Reconciled> {
  const total = { checked: 0, failed: 0 }
  let last = ''
  for (;;) {
    const page = await desk.store.customersAfter(last, PAGE)
    const { checked, failed } = await reconcile(desk, page, options)
    total.checked += checked
    total.failed += failed
    last = page.at(-1) ?? ''
    if (page.length < PAGE || options.signal.aborted) return total
  }
}

async function reconcile(
  desk: Desk,
  customers: readonly string[],
  { signal, pause }: ReconcileOptions,
): Promise<Reconciled> {
  let checked = 0
  let failed = 0
  for (const customerId of customers) {
    if (signal.aborted) break
    try {
      await syncCustomer(desk, customerId)
      checked++
    } catch (error) {
      // one customer's trouble must not keep the others from being checked; the next round asks again
      desk.log.warn({ err: error, customerId }, 'billing.reconcile_failed')
      failed++
    }
    await pause(PAUSE_MS)
  }
  return { checked, failed }
}
