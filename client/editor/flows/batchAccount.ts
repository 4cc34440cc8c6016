/** Remaining limits of the user's plan. Null means unlimited. */
export interface Allowance {
  /** Number of images that the user can still export. */
  credits: number | null
  /** Number of photos that the user can still segment. */
  photos: number | null
}

/** Account functions for Batch edit. The server checks each limit again. */
export interface BatchAccount {
  /** Returns the id of the signed-in account, or null if signed out. */
  userId(): string | null
  /**
   * Requests the plan's allowance from the server. If the server doesn't respond, resolves with the last known
   * allowance. Null if signed out.
   */
  allowance(): Promise<Allowance | null>
  /**
   * Counts a segmented photo. If `key` was already used, the photo isn't counted again. `refused`: the plan doesn't
   * allow more photos.
   */
  countImage(key: string): Promise<'counted' | 'refused' | 'unclear'>
  /**
   * Spends one credit. If `key` was already used, no other credit is spent. `refused`: no credits are left. `unclear`:
   * the credit may have been spent, so the caller must reuse the key.
   */
  spendCredit(key: string): Promise<'granted' | 'refused' | 'unclear'>
  /** Stores whether the batch contains undelivered images whose credits may have been spent. */
  setOwed(isOwed: boolean): void
  /** Opens the dialog that offers Pro. `limit`: the limit that the user has reached. */
  openUpgrade(limit: 'photos' | 'credits'): void
}
