/**
 * Stores two things in this tab until the user returns: a design link until the editor opens it, also while its visitor
 * signs up; and, until after the payment, a download that a missing credit has interrupted.
 */
import { DESIGN_FRAGMENT } from '#server/contract/pages/addresses.ts'
import { tryRead, tryWrite } from './deviceStorage.ts'

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
export function waitingDesign(): string | null {
  let code: string | null = null
  tryWrite(() => {
    code = sessionStorage.getItem(DESIGN)
  })
  return code
}

/** Returns the code of the design and removes it from the tab's storage. Null if no design waits. */
export function takeDesign(): string | null {
  const code = waitingDesign()
  tryWrite(() => sessionStorage.removeItem(DESIGN))
  return code
}

/** Remembers the download until the user returns from the payment, or closes the tab. */
export const rememberDownload = (): void => tryWrite(() => sessionStorage.setItem(DOWNLOAD, '1'))

/** Returns true if a download was interrupted, and forgets it. */
export function takeDownload(): boolean {
  try {
    const isInterrupted = tryRead(DOWNLOAD, sessionStorage) !== null
    sessionStorage.removeItem(DOWNLOAD)
    return isInterrupted
  } catch {
    return false // the browser forbids access
  }
}
