/** Repairs the stored state after lost webhooks: nightly for all customers, hourly where access is about to change. */
import { toSeconds } from '#server/db/database.ts'
import type { BillingContext } from './context.ts'
import { syncCustomer } from './sync.ts'

/** Number of concurrent requests, so that a slow response does not delay all others. */
const LANES = 8
/** Customers per second: a quarter of Stripe's rate limit. The rest is left for visitors who are paying. */
const PER_SECOND = 25
const PAGE = 200
const HORIZON_SECONDS = 2 * 3600

/** `signal` aborts the pass; `pause` waits between two customers. */
interface ReconcileOptions {
  readonly signal: AbortSignal
  readonly pause: (ms: number) => Promise<unknown>
}

/** Numbers of customers: read again, and failed. */
type Reconciled = Readonly<Record<'checked' | 'failed', number>>

/**
 * Reads customers again whose access ends soon or has ended, or with an unpaid invoice. A failure stops no other.
 * @throws the signal's reason if aborted
 */
export async function reconcileDue(context: BillingContext, options: ReconcileOptions): Promise<Reconciled> {
  return reconcile(context, await context.store.due(toSeconds(context.now()) + HORIZON_SECONDS), options)
}

/** Reads all customers again. An interrupted pass of the same `night` continues. @throws the reason of an abort */
export async function reconcileAll(
  context: BillingContext,
  night: number,
  options: ReconcileOptions,
): Promise<Reconciled> {
  const total = { checked: 0, failed: 0 }
  let last = await context.store.reached(night)
  for (;;) {
    const page = await context.store.customersAfter(last, PAGE)
    const { checked, failed } = await reconcile(context, page, options)
    total.checked += checked
    total.failed += failed
    last = page.at(-1) ?? last
    const isLast = page.length < PAGE
    await context.store.reach(night, isLast ? '' : last)
    if (isLast) return total
  }
}

/** Reads the customers again and counts failures. @throws the reason of an abort */
async function reconcile(
  context: BillingContext,
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
        await syncCustomer(context, customerId)
        checked++
      } catch (error) {
        // continue with the other customers; the next pass retries this one
        context.log.warn({ err: error, customerId }, 'billing.reconcile_failed')
        failed++
      }
      await pause((LANES * 1000) / PER_SECOND)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return { checked, failed }
}
