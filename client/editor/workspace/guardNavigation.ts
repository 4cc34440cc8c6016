/** Asks before navigation within the app that would lose work. */
import { interceptBack } from '#client/kit/base/page.ts'

interface Leaving {
  /** Returns true when work would be lost now. */
  isHeld(): boolean
  /** Asks the user; true = leave. */
  ask(): Promise<boolean>
}

/**
 * Asks before navigation within the app in browsers without the Navigation API (Safari before 26.2). Intercepts Back
 * and `history.pushState`. Until the answer, the address stays unchanged. `replaceState`, a redirect, is not
 * intercepted. Returns a function that ends the interception.
 */
export function guardNavigation({ isHeld, ask }: Leaving): () => void {
  const { href, pathname } = location
  const push = history.pushState // the router's wrapper of pushState, which emits an event
  let mayLeave = false

  async function leaveIfWanted(leave: () => void) {
    mayLeave = await ask()
    if (mayLeave) leave()
  }

  function pop(event: PopStateEvent) {
    if (mayLeave || location.pathname === pathname || !isHeld()) return
    event.stopImmediatePropagation() // hides the event from the router
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
