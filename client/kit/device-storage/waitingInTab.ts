/**
 * Stores two things in this tab until the user returns: a design link until the editor opens it, also while its visitor
 * signs up; and, until after the payment, a download that a missing credit has interrupted.
 */
import { DESIGN_FRAGMENT } from '#server/contract/pages/addresses.ts'
import { tryWrite } from './deviceStorage.ts'

const DESIGN = 'midground-design'
const DOWNLOAD = 'midground-interrupted-download'

/** Moves the design of the address into the tab's storage, so that redirects and a reload don't lose or repeat it. */
export function keepDesign(): void {
  const { hash, pathname, search } = location
  if (!hash.startsWith(DESIGN_FRAGMENT)) return
  tryWrite(() => sessionStorage.setItem(DESIGN, hash.slice(DESIGN_FRAGMENT.length)))
  history.replaceState(history.state, '', pathname + search)
}

/** Returns the code of the waiting design, which stays in the tab's storage. Null if no design waits. */
export const waitingDesign = (): string | null => read(DESIGN)

/** Returns the code of the design and removes it from the tab's storage. Null if no design waits. */
export const takeDesign = (): string | null => take(DESIGN)

/** Remembers the download until the user returns from the payment, or closes the tab. */
export const rememberDownload = (): void => tryWrite(() => sessionStorage.setItem(DOWNLOAD, '1'))

/** Returns true if a download was interrupted, and forgets it. */
export const takeDownload = (): boolean => take(DOWNLOAD) !== null

function read(name: string): string | null {
  try {
    return sessionStorage.getItem(name)
  } catch {
    return null // the browser forbids access
  }
}

function take(name: string): string | null {
  const value = read(name)
  if (value !== null) tryWrite(() => sessionStorage.removeItem(name))
  return value
}
