import { interceptBack } from '#client/kit/browser/page.ts'

interface Leaving {
  /** Returns true if leaving the page would lose work. */
  isHeld(): boolean
  /** Asks the user whether to leave. Resolves with true if the user agrees. */
  ask(): Promise<boolean>
}

/**
 * Asks before navigation within the app, in browsers without the Navigation API (Safari before 26.2). Intercepts Back
 * and `history.pushState`, but not `replaceState`, which redirects use. The address doesn't change until the user
 * answers. Returns a function that stops this.
 */
export function guardNavigation({ isHeld, ask }: Leaving): () => void {
  const { href, pathname } = location
  const push = history.pushState // the router has wrapped `pushState`; the wrapper emits an event
  let mayLeave = false

  async function leaveIfWanted(leave: () => void) {
    mayLeave = await ask()
    if (mayLeave) leave()
  }

  function pop(event: PopStateEvent) {
    if (mayLeave || location.pathname === pathname || !isHeld()) return
    event.stopImmediatePropagation() // prevents the router from handling the event
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
