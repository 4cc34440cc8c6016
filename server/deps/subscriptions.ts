import type { Result } from '../contract/result.ts'

/** What the rest of the server needs from billing. Implemented by server/billing, the same for every provider. */
export interface Subscriptions {
  /**
   * Reads the account's state from the provider before access is refused, at most every ten seconds. Does not throw if
   * the provider cannot be reached: the stored state stays.
   */
  repair(userId: string): Promise<void>
  /** Passes the account's new address to the provider, for receipts. Failures are logged, not thrown. */
  tellEmail(userId: string, email: string): Promise<void>
  /**
   * Ends at once every subscription that could still charge. Called before an account is deleted; 'billing_failed' = the
   * provider did not confirm it, so the account must stay.
   */
  endAll(userId: string): Promise<Result<null, 'billing_failed'>>
  /**
   * Reads customers again from the provider. 'due': those whose access ends soon or whose invoice is unpaid. 'all':
   * every customer; `night` is the number that identifies this pass, and an interrupted pass of the same night continues
   * where it stopped.
   * @throws the signal's reason if it is aborted before the end.
   */
  reconcile(which: 'due' | 'all', signal: AbortSignal, night?: number): Promise<void>
}
