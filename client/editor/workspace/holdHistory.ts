/** Leaving in browsers without the Navigation API (Safari before 26.2): Back and the app's own links wait for an answer. */
import { interceptBack } from '../../kit/base/backNavigation.ts'

interface Leaving {
  /** Whether something would be lost now. */
  isHeld(): boolean
  /** True = the visitor leaves all the same. */
  ask(): Promise<boolean>
}

/** Until the answer the address is this page's; what replaces an address is a redirect and is let through. */
export function holdHistory({ isHeld, ask }: Leaving): () => void {
  const { href, pathname } = location
  const push = history.pushState // the router's, which tells the pages
  let mayLeave = false

  async function leaveIfWanted(leave: () => void) {
    mayLeave = await ask()
    if (mayLeave) leave()
  }

  function pop(event: PopStateEvent) {
    if (mayLeave || location.pathname === pathname || !isHeld()) return
    event.stopImmediatePropagation() // the router is not to see where we have been
    push.call(history, null, '', href)
    void leaveIfWanted(() => history.back())
  }

  history.pushState = (state, unused, url) => {
    const go = () => push.call(history, state, unused, url)
    const isLeaving = new URL(url ?? '', location.href).pathname !== pathname
    if (isLeaving && !mayLeave && isHeld()) void leaveIfWanted(go)
    else go()
  }
  const letBackGo = interceptBack(pop)
  return () => {
    letBackGo()
    history.pushState = push
  }
}
