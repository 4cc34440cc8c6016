/** The remaining allowance of a plan. Null means unlimited. */
export interface Allowance {
  /** Number of images that the plan still allows to export. */
  credits: number | null
  /** Number of photos that the plan still allows to segment. */
  photos: number | null
}

/** The account functions that the batch needs. The server checks each limit again. */
export interface BatchAccount {
  /** Returns the id of the signed-in account, or null if signed out. */
  userId(): string | null
  /**
   * Asks the server for the plan's allowance, or resolves with null if signed out. If the server doesn't answer,
   * resolves with the last known allowance.
   */
  allowance(): Promise<Allowance | null>
  /** Counts a segmented photo. A repeated key has no effect. `refused`: the plan doesn't allow more photos. */
  countImage(key: string): Promise<'counted' | 'refused' | 'unclear'>
  /**
   * Spends one credit. A repeated key doesn't spend another credit. `refused`: there is no credit left. `unclear`: the
   * credit may have been spent, so the caller must not discard the key.
   */
  spendCredit(key: string): Promise<'granted' | 'refused' | 'unclear'>
  /** Records whether credits may have been spent for undelivered images of the batch. */
  setOwed(isOwed: boolean): void
  /** Opens the dialog that offers Pro and names the limit that was reached. */
  openUpgrade(limit: 'photos' | 'credits'): void
}
