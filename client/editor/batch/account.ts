/** What a plan still allows; null = the plan does not count these. */
export interface Allowance {
  /** Pictures that may still be exported. */
  credits: number | null
  /** Photos that may still be separated. */
  photos: number | null
}

/** What the queue needs of the account. The server checks each decision again. */
export interface BatchAccount {
  /** Returns the id of the signed-in account; null = signed out. */
  userId(): string | null
  /** Asks the server what the plan allows; null = signed out. Without an answer the last known state counts. */
  allowance(): Promise<Allowance | null>
  /** Counts a separated photo. A repetition with the same key counts nothing. `refused`: the plan allows no more. */
  countPhoto(key: string): Promise<'counted' | 'refused' | 'unclear'>
  /**
   * Spends one credit. A repetition with the same key costs nothing. `unclear`: it may have been spent, so the key has
   * to be kept.
   */
  spendCredit(key: string): Promise<'granted' | 'refused' | 'unclear'>
  /** Notes that credits may have been spent for files of the queue that were not delivered. */
  setOwed(isOwed: boolean): void
  /** Opens the dialog that offers Pro. */
  openUpgrade(): void
}
