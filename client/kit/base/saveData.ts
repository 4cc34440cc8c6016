/**
 * Returns true when the browser's data saver is on (`navigator.connection.saveData`). Nothing large is prefetched then.
 */
export const isSaveDataOn = (): boolean =>
  (navigator as { connection?: { readonly saveData?: boolean } }).connection?.saveData === true
