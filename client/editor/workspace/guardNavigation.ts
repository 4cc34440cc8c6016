import { interceptBack } from '#client/kit/base/page.ts'

interface Leaving {
  /** Returns true while navigation would lose work. */
  isHeld(): boolean
  /** Asks the user. Resolves with true to leave. */
  ask(): Promise<boolean>
}

/**
 * Asks before navigation within the app in browsers without the Navigation API (Safari before 26.2). Intercepts Back
 * and `history.pushState`, but not `replaceState` (a redirect). Until the answer, the address stays unchanged. Returns
 * a function that ends the interception.
 */
export function guardNavigation({ isHeld, ask }: Leaving): () => void {
  const { href, pathname } = location
  const push = history.pushState // pushState as wrapped by the router, which emits an event
  let mayLeave = false

  async function leaveIfWanted(leave: () => void) {
    mayLeave = await ask()
    if (mayLeave) leave()
  }

  function pop(event: PopStateEvent) {
    if (mayLeave || location.pathname === pathname || !isHeld()) return
    event.stopImmediatePropagation() // the router must not receive the event
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
