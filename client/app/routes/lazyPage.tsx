import { type ComponentType, lazy, useState } from 'react'

/** A page whose code comes when it is opened. What `load` has brought before shows at once, without a sign of waiting. */
export function latePage(bring: () => Promise<{ default: ComponentType }>) {
  let here: ComponentType | null = null
  const Late = lazy(bring)
  function LatePage() {
    const [Shown] = useState(() => here ?? Late)
    return <Shown />
  }
  const load = async () => {
    here = (await bring()).default
  }
  return Object.assign(LatePage, { load })
}
