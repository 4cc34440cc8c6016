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
/** A run stops after this number of failures without a success, because Stripe is down or the key is invalid. */
const HOPELESS = 3 * LANES
const HORIZON_SECONDS = 2 * 3600

/** `signal` aborts the run. `pause` waits between two customers. */
interface ReconcileOptions {
  readonly signal: AbortSignal
  readonly pause: (ms: number) => Promise<unknown>
}

/**
 * How many customers were read from the provider, how many reads failed, and the last error. `checked` doesn't count
 * customers of the other kind of provider, because no request was made for them.
 */
interface Tally {
  checked: number
  failed: number
  error?: unknown
}

/**
 * Rereads customers who are stored as paid but whose access is over or ends soon, and customers with an unpaid invoice.
 * Continues after a failure.
 * @throws the signal's reason if aborted
 */
export async function reconcileDue(context: BillingContext, options: ReconcileOptions): Promise<Tally> {
  const tally = { checked: 0, failed: 0 }
  await reconcile(context, await context.store.due(toSeconds(context.now()) + HORIZON_SECONDS), options, tally)
  return tally
}

/** Reads all customers again. Resumes an interrupted run of the same `night`. @throws the signal's reason if aborted */
export async function reconcileAll(context: BillingContext, night: number, options: ReconcileOptions): Promise<Tally> {
  const tally = { checked: 0, failed: 0 }
  let last = await context.store.reached(night)
  for (;;) {
    const page = await context.store.customersAfter(last, PAGE)
    await reconcile(context, page, options, tally)
    if (isHopeless(tally)) return tally // the next attempt reads this page again
    last = page.at(-1) ?? last
    const isLast = page.length < PAGE
    await context.store.reach(night, isLast ? '' : last)
    if (isLast) return tally
  }
}

const isHopeless = ({ checked, failed }: Tally): boolean => checked === 0 && failed >= HOPELESS

/**
 * Reads the customers again, even after a failure, and counts reads and failures. Logs only the first failure until a
 * read succeeds. Stops if the run is hopeless. @throws the signal's reason if aborted
 */
async function reconcile(
  context: BillingContext,
  customers: readonly string[],
  { signal, pause }: ReconcileOptions,
  tally: Tally,
): Promise<void> {
  let next = 0
  const lane = async (): Promise<void> => {
    for (;;) {
      signal.throwIfAborted()
      const customerId = customers[next++]
      if (customerId === undefined || isHopeless(tally)) return
      try {
        await syncCustomer(context, customerId)
        if (context.provider.owns(customerId)) tally.checked++
      } catch (error) {
        // the next run tries this customer again
        tally.failed++
        // a dead key fails for each customer, every minute
        if (tally.checked > 0 || tally.failed === 1)
          context.log.warn({ err: error, customerId }, 'billing.reconcile_failed')
        tally.error = error
      }
      await pause((LANES * 1000) / PER_SECOND)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}
