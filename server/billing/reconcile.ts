/** The net under the webhooks: asks again about everyone (each night) or those whose access is about to change (each hour). */
import { toSeconds } from '../db/time.ts'
import type { Desk } from './desk.ts'
import { syncCustomer } from './sync.ts'

/** Questions under way at the same time, so that a slow answer holds up one of them. */
const LANES = 8
/** At most so many customers a second: a quarter of what Stripe allows, the rest is for those who pay just now. */
const PER_SECOND = 25
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

/** For the nightly job; `night` names it, so that a pass that was broken off goes on where it was. Throws if it was. */
export async function reconcileAll(desk: Desk, night: number, options: ReconcileOptions): Promise<Reconciled> {
  const total = { checked: 0, failed: 0 }
  let last = await desk.store.reached(night)
  for (;;) {
    const page = await desk.store.customersAfter(last, PAGE)
    const { checked, failed } = await reconcile(desk, page, options)
    total.checked += checked
    total.failed += failed
    last = page.at(-1) ?? last
    const isLast = page.length < PAGE
    await desk.store.reach(night, isLast ? '' : last)
    if (isLast) return total
  }
}

/** Throws the signal's reason when it is told to stop: what is left was not checked. */
async function reconcile(
  desk: Desk,
  customers: readonly string[],
  { signal, pause }: ReconcileOptions,
): Promise<Reconciled> {
  let next = 0
  let checked = 0
  let failed = 0
  const lane = async (): Promise<void> => {
    for (;;) {
      signal.throwIfAborted()
      const customerId = customers[next++]
      if (customerId === undefined) return
      try {
        await syncCustomer(desk, customerId)
        checked++
      } catch (error) {
        // one customer's trouble must not keep the others from being checked; the next round asks again
        desk.log.warn({ err: error, customerId }, 'billing.reconcile_failed')
        failed++
      }
      await pause((LANES * 1000) / PER_SECOND)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return { checked, failed }
}
