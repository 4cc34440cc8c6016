/**
 * Reads customers from the provider again, to repair the stored state after lost webhooks. Every night it reads all
 * customers. Every hour it reads the customers whose access is about to change.
 */
import { toSeconds } from '#server/db/database.ts'
import type { BillingContext } from './context.ts'
import { syncCustomer } from './sync.ts'

/**
 * Number of customers read at the same time. Each lane reads one customer after the other, so a slow response delays
 * only its own lane.
 */
const LANES = 8
/** Maximum customers per second: a quarter of Stripe's rate limit. Visitors who pay can use the rest. */
const PER_SECOND = 25
const PAGE = 200
const HORIZON_SECONDS = 2 * 3600

/** `signal` aborts the run. `pause` waits between two customers. */
interface ReconcileOptions {
  readonly signal: AbortSignal
  readonly pause: (ms: number) => Promise<unknown>
}

/** How many customers were read again, how many reads failed, and the last error. */
type Reconciled = Readonly<Record<'checked' | 'failed', number>> & { readonly error?: unknown }

/**
 * Rereads customers who are stored as paid but whose access is over or ends soon, and customers with an unpaid invoice.
 * Continues after a failure.
 * @throws the signal's reason if aborted
 */
export async function reconcileDue(context: BillingContext, options: ReconcileOptions): Promise<Reconciled> {
  return reconcile(context, await context.store.due(toSeconds(context.now()) + HORIZON_SECONDS), options)
}

/** Reads all customers again. Resumes an interrupted run of the same `night`. @throws the signal's reason if aborted */
export async function reconcileAll(
  context: BillingContext,
  night: number,
  options: ReconcileOptions,
): Promise<Reconciled> {
  const total = { checked: 0, failed: 0, error: undefined as unknown }
  let last = await context.store.reached(night)
  for (;;) {
    const page = await context.store.customersAfter(last, PAGE)
    const { checked, failed, error } = await reconcile(context, page, options)
    total.checked += checked
    total.failed += failed
    total.error = error ?? total.error
    last = page.at(-1) ?? last
    const isLast = page.length < PAGE
    // a run that resumes reads the customers of an outage again
    if (isLast || checked > 0) await context.store.reach(night, isLast ? '' : last)
    if (isLast) return total
  }
}

/**
 * Reads the customers again, also after a failure, and counts reads and failures. @throws the signal's reason if
 * aborted
 */
async function reconcile(
  context: BillingContext,
  customers: readonly string[],
  { signal, pause }: ReconcileOptions,
): Promise<Reconciled> {
  let next = 0
  let checked = 0
  let failed = 0
  let last: unknown
  const lane = async (): Promise<void> => {
    for (;;) {
      signal.throwIfAborted()
      const customerId = customers[next++]
      if (customerId === undefined) return
      try {
        await syncCustomer(context, customerId)
        checked++
      } catch (error) {
        // the next run tries this customer again
        context.log.warn({ err: error, customerId }, 'billing.reconcile_failed')
        failed++
        last = error
      }
      await pause((LANES * 1000) / PER_SECOND)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return { checked, failed, error: last }
}
