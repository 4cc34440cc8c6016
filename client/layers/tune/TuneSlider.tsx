import { useSnapshot } from 'valtio'
import { t } from '#client/kit/i18n/translate.ts'
import { Slider } from '#client/kit/ui/controls/Slider.tsx'
import type { TuneName } from '#client/model/document/document.ts'
import { useSession } from '#client/model/session/session.ts'
import { tuneFields } from '#shaders/tune/enhancements.ts'
import { sliderPropsOf } from '../controls/fieldControls.tsx'
import { useHistoryEvents } from '../controls/useField.ts'
import { shownValue, targetsOf, writeValue } from './targets.ts'

/** Slider of one enhancement. It writes to every enabled set. A drag is one undo step. */
export function TuneSlider({ name }: { name: TuneName }) {
  const session = useSession()
  const { tune, separation } = useSnapshot(session.doc)
  const switches = useSnapshot(session.ui.tune)
  const field = tuneFields[name]
  const { value, isMixed } = shownValue(tune, name, switches, separation !== null)

  const events = useHistoryEvents<number>(t(field.label), `tune.${targetsOf(session.ui.tune).join()}.${name}`, (next) =>
    writeValue(session.doc.tune, name, next, session.ui.tune),
  )
  return (
    <Slider
      {...events}
      {...sliderPropsOf(field)}
      value={value}
      isMixed={isMixed}
      origin={field.default}
      isDisabled={targetsOf(switches).length === 0}
    />
  )
}
