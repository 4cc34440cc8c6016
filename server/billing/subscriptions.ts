/** The billing functions that the rest of the server uses. */
import { err, ok } from '#server/contract/result.ts'
import type { Subscriptions } from '#server/deps/deps.ts'
import { type BillingDeps, createBillingContext } from './context.ts'
import { reconcileAll, reconcileDue } from './reconcile.ts'
import { closeCustomer, repairBeforeRefusal, tellEmail } from './subscriber.ts'

type Needs = Pick<BillingDeps, 'billing' | 'db' | 'now' | 'log' | 'mail' | 'config' | 'pause'>

/** Creates the billing functions for the rest of the server. With BILLING=off every call succeeds and does nothing. */
export function createSubscriptions(deps: Needs): Subscriptions {
  const context = createBillingContext(deps)
  if (!context) return NOTHING
  return {
    repair: (userId) => repairBeforeRefusal(context, userId),

    async tellEmail(userId, email) {
      try {
        await tellEmail(context, userId, email)
      } catch (error) {
        deps.log.warn({ err: error, userId }, 'billing.email_not_told')
      }
    },

    async endAll(userId) {
      try {
        await closeCustomer(context, userId)
        return ok(null)
      } catch (error) {
        deps.log.error({ err: error, userId }, 'billing.close_failed')
        return err('billing_failed')
      }
    },

    async reconcile(which, signal, night = deps.now()) {
      const options = { signal, pause: deps.pause }
      const result =
        which === 'due' ? await reconcileDue(context, options) : await reconcileAll(context, night, options)
      deps.log.info({ which, ...result }, 'billing.reconciled')
    },
  }
}

const NOTHING: Subscriptions = {
  repair: async () => undefined,
  tellEmail: async () => undefined,
  endAll: async () => ok(null),
  reconcile: async () => undefined,
}
