import { useSnapshot } from 'valtio'
import { commitTyped } from '../base/fields.ts'
import { UNIT_SIGNS } from '../controls/units.ts'
import { useSteps } from '../controls/useField.ts'
import { type TuneName, tuneFields } from '../document/tune.ts'
import { useSession } from '../session/SessionContext.tsx'
import { Slider } from '../ui/Slider.tsx'
import { shownValue, targetsOf, writeValue } from './targets.ts'

/** One enhancement of every set that is switched on. A drag is one step of history, a burst of keys as well. */
export function TuneSlider({ name }: { name: TuneName }) {
  const session = useSession()
  const { tune, separation } = useSnapshot(session.doc)
  const switches = useSnapshot(session.ui.tune)
  const field = tuneFields[name]
  const { value, isMixed } = shownValue(tune, name, switches, separation !== null)

  const events = useSteps<number>(field.label, `tune.${targetsOf(session.ui.tune).join()}.${name}`, (next) =>
    writeValue(session.doc.tune, name, next, session.ui.tune),
  )
  return (
    <Slider
      {...events}
      label={field.label}
      value={value}
      isMixed={isMixed}
      min={field.min}
      max={field.max}
      step={field.step}
      unit={UNIT_SIGNS[field.unit]}
      origin={field.default}
      initial={field.default}
      isDisabled={targetsOf(switches).length === 0}
      commitTyped={(typed, current) => commitTyped(field, typed, current)}
    />
  )
}
