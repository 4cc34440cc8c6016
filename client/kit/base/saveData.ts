/** Whether the user asked the browser to save data: nothing large is fetched before it is needed. */
export const isSaveDataOn = (): boolean =>
  (navigator as { connection?: { readonly saveData?: boolean } }).connection?.saveData === true
