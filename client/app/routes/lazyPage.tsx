import { type ComponentType, lazy, useState } from 'react'

/**
 * Wraps a page whose code is loaded when the page is opened. After `load` has resolved, the page renders synchronously
 * without a Suspense fallback.
 */
export function lazyPage(importPage: () => Promise<{ default: ComponentType }>) {
  let here: ComponentType | null = null
  const Late = lazy(importPage)
  function LatePage() {
    const [Shown] = useState(() => here ?? Late)
    return <Shown />
  }
  const load = async () => {
    here = (await importPage()).default
  }
  return Object.assign(LatePage, { load })
}
