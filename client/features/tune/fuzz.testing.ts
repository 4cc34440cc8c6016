import type { TuneName } from '#client/model/document/document.ts'
import { tuneFields } from '#shaders/tune/enhancements.ts'
import type { Actions } from '../../../tests/fuzz/actions.ts'
import { resetAll, writeValue } from './TuneSlider.tsx'

/** The fuzz-test action that changes the enhancements. */
export const actions: Actions = {
  'tunes the photo': ({ session, pick, between, chance }) => {
    const name = pick(Object.keys(tuneFields) as TuneName[])
    const switches = { foreground: chance(0.7), background: chance(0.7) }
    session.history.transact('Tune', () => {
      if (chance(0.1)) resetAll(session.doc.tune, switches)
      else writeValue(session.doc.tune, name, between(-500, 500), switches)
    })
  },
}
