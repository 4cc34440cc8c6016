/**
 * Stores two things in this tab's session storage. One is the design from a link, until the editor opens the design,
 * even if the visitor signs up first. The other is a download that stopped because a credit was missing, until the user
 * has paid.
 */
import { DESIGN_FRAGMENT } from '#server/contract/pages/addresses.ts'
import { tryWrite } from './deviceStorage.ts'

const DESIGN = 'midground-design'
const DOWNLOAD = 'midground-interrupted-download'

/**
 * Moves the design from the page's address into the tab's storage. Redirects then cannot lose the design, and a reload
 * does not apply the design again.
 */
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

/** Records that a download was interrupted, until the user returns from the payment or closes the tab. */
export const rememberDownload = (): void => tryWrite(() => sessionStorage.setItem(DOWNLOAD, '1'))

/** Returns true if a download was interrupted. Deletes the record, so later calls return false. */
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
