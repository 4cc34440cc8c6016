/** Whether the browser's data saver is on. If so, nothing large is prefetched. */
export const isSaveDataOn = (): boolean =>
  (navigator as { connection?: { readonly saveData?: boolean } }).connection?.saveData === true
