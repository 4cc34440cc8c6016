/**
 * Stores two things in this tab's session storage. One is the design from a link, until the editor opens the design,
 * even if the visitor signs up first. The other is the work that a payment interrupts: the open project or its
 * download.
 */
import { DESIGN_FRAGMENT } from '#server/contract/pages/addresses.ts'
import { tryWrite } from './deviceStorage.ts'

const DESIGN = 'midground-design'
const WORK = 'midground-interrupted-work'

/**
 * Moves the design from the page's address into the tab's storage. Redirects then cannot lose the design, and a reload
 * does not apply the design again. Does nothing if the address contains no design.
 */
export function keepDesign(): void {
  const { hash, pathname, search } = location
  if (!hash.startsWith(DESIGN_FRAGMENT)) return
  tryWrite(() => sessionStorage.setItem(DESIGN, hash.slice(DESIGN_FRAGMENT.length)))
  history.replaceState(history.state, '', pathname + search)
}

/** Returns the code of the waiting design, which stays in the tab's storage. Returns null if no design waits. */
export const waitingDesign = (): string | null => read(DESIGN)

/** Returns the code of the design and removes it from the tab's storage. Returns null if no design waits. */
export const takeDesign = (): string | null => take(DESIGN)

/** Work that continues after a payment: the editor opens the last project, or also downloads its image. */
export type InterruptedWork = 'project' | 'download'

/**
 * Remembers the work until the editor opens again, or the user closes the tab. A remembered download stays, because a
 * download also opens the project.
 */
export function rememberWork(work: InterruptedWork): void {
  if (read(WORK) !== 'download') tryWrite(() => sessionStorage.setItem(WORK, work))
}

/** Returns the interrupted work and forgets it. Null if there is none. */
export function takeWork(): InterruptedWork | null {
  const work = take(WORK)
  return work === 'project' || work === 'download' ? work : null
}

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
