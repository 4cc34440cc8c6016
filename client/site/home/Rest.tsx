import { Demos } from './demos/Demos.tsx'
import { Plans } from './Plans.tsx'
import { Privacy } from './Privacy.tsx'

/** Below the first screen. */
export default function Rest() {
  return (
    <>
      <Demos />
      <Privacy />
      <Plans />
    </>
  )
}
