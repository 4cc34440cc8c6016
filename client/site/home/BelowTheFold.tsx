import { Demos } from './demos/Demos.tsx'
import { Plans } from './Plans.tsx'
import { Privacy } from './Privacy.tsx'

/** The sections of the home page below its first screen. */
export default function BelowTheFold() {
  return (
    <>
      <Demos />
      <Privacy />
      <Plans />
    </>
  )
}
