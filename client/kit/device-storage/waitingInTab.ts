/**
 * Stores two things in this tab's session storage. One is the design from a link, until the editor opens the design,
 * even if the visitor signs up first. The other is the work that a payment interrupts: the open project or its
 * download.
 */
import { DESIGN_FRAGMENT } from '#server/contract/pages/addresses.ts'
import { cameFromPayment, cameFromPlans } from '#server/contract/pages/guard.ts'
import { createListeners } from '../async/listeners.ts'
import { tryWrite } from './deviceStorage.ts'

const DESIGN = 'midground-design'
const PROJECT = 'midground-interrupted-project'
const DOWNLOAD = 'midground-interrupted-download'

/**
 * Moves the design from the page's address into the tab's storage. As a result, redirects can't lose the design, and a
 * reload doesn't apply the design again. Does nothing if the address doesn't contain a design.
 */
export function keepDesign(): void {
  const { hash, pathname, search } = location
  if (!hash.startsWith(DESIGN_FRAGMENT)) return
  tryWrite(() => sessionStorage.setItem(DESIGN, hash.slice(DESIGN_FRAGMENT.length)))
  history.replaceState(history.state, '', pathname + search)
}

/**
 * Returns the code of the waiting design, and leaves the code in the tab's storage. Returns null if no design is
 * stored.
 */
export const waitingDesign = (): string | null => read(DESIGN)

/** Returns the code of the design and removes it from the tab's storage. Returns null if no design is stored. */
export const takeDesign = (): string | null => take(DESIGN)

/** Work that continues after a payment, or when the user comes back from the plans. */
export interface InterruptedWork {
  /** Id of the stored project that the editor opens. */
  project: string
  /** If true, the project's image is also downloaded. */
  downloads: boolean
}

const remembered = createListeners()
/** Subscribes to `rememberProject`. Returns a function that unsubscribes. */
export const onProjectRemembered = remembered.subscribe

/** Remembers a project that the user has left, until the editor opens again or the user closes the tab. */
export function rememberProject(id: string): void {
  tryWrite(() => sessionStorage.setItem(PROJECT, id))
  remembered.emit()
}

/** Returns the id of the project that the user has left. Null if no project is remembered. */
export const rememberedProject = (): string | null => read(PROJECT)

/** Remembers that the user wants to download the open project's image. */
export const rememberDownload = (): void => tryWrite(() => sessionStorage.setItem(DOWNLOAD, 'true'))

/**
 * Returns the interrupted work. Its image is downloaded only after a payment. Null if no project is remembered, and if
 * the user has neither paid nor come back from the plans. `search`: the query string of the page.
 */
export function interruptedWork(search: string): InterruptedWork | null {
  const project = read(PROJECT)
  const hasPaid = cameFromPayment(search)
  if (project === null || !(hasPaid || cameFromPlans(search))) return null
  return { project, downloads: hasPaid && read(DOWNLOAD) !== null }
}

/** Forgets the interrupted work. */
export function forgetWork(): void {
  for (const name of [PROJECT, DOWNLOAD]) tryWrite(() => sessionStorage.removeItem(name))
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
