/** Remembers in this tab that a missing credit has interrupted a download, so that it continues after the payment. */
import { tryRead, tryWrite } from './deviceStorage.ts'

const KEY = 'midground-interrupted-download'

/** Remembers the download until the user returns from the payment, or closes the tab. */
export const rememberDownload = (): void => tryWrite(() => sessionStorage.setItem(KEY, '1'))

/** Returns true if a download was interrupted, and forgets it. */
export function takeDownload(): boolean {
  try {
    const isInterrupted = tryRead(KEY, sessionStorage) !== null
    sessionStorage.removeItem(KEY)
    return isInterrupted
  } catch {
    return false // the browser forbids access
  }
}
