/** A design link that waits in this tab until the editor opens it, also while its visitor signs up. */
import { DESIGN_FRAGMENT } from '#server/contract/addresses.ts'
import { tryWrite } from './deviceStorage.ts'

const NAME = 'midground-design'

/** Moves the design of the address into the tab's storage, so that redirects and a reload don't lose or repeat it. */
export function keepDesign(): void {
  const { hash, pathname, search } = location
  if (!hash.startsWith(DESIGN_FRAGMENT)) return
  tryWrite(() => sessionStorage.setItem(NAME, hash.slice(DESIGN_FRAGMENT.length)))
  history.replaceState(history.state, '', pathname + search)
}

/** Returns the code of the waiting design, which stays in the tab's storage. Null if no design waits. */
export function waitingDesign(): string | null {
  let code: string | null = null
  tryWrite(() => {
    code = sessionStorage.getItem(NAME)
  })
  return code
}

/** Returns the code of the design and removes it from the tab's storage. Null if no design waits. */
export function takeDesign(): string | null {
  const code = waitingDesign()
  tryWrite(() => sessionStorage.removeItem(NAME))
  return code
}
