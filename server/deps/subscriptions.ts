import type { Result } from '../contract/result.ts'

/** What the rest of the server asks of billing; made by server/billing, alike for every provider. */
export interface Subscriptions {
  /**
   * Read-repair: before a customer is refused, asks the provider what is true now, every ten seconds at most.
   * Never throws: if the provider cannot be reached, the stored state stands.
   */
  repair(userId: string): Promise<void>
  /** The account's new address, for receipts. Never throws: the account has moved, whatever the provider says. */
  tellEmail(userId: string, email: string): Promise<void>
  /** Ends every subscription that could still charge, at once; asked before an account is deleted. */
  endAll(userId: string): Promise<Result<null, 'billing_failed'>>
  /**
   * 'due': rows near their end or past due, hourly. 'all': every customer, nightly; a pass of the same `night` that was
   * broken off goes on where it was. Throws when it is told to stop before its end.
   */
  reconcile(which: 'due' | 'all', signal: AbortSignal, night?: number): Promise<void>
}
