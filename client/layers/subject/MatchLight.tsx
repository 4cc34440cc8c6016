import { SunMedium } from 'lucide-react'
import { useEffect, useId, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { number } from '../../kit/base/fields.ts'
import { createLatestTask } from '../../kit/base/latestTask.ts'
import { t } from '../../kit/i18n/translate.ts'
import { Button } from '../../kit/ui/controls/Button.tsx'
import { workingSpace } from '../../model/document/document.ts'
import { useSession } from '../../model/session/SessionContext.tsx'
import { type Session, snapshotOf } from '../../model/session/session.ts'
import { PanelFields } from '../cards/PanelFields.tsx'
import { SettingSlider } from '../controls/SettingSlider.tsx'
import { lightSamples } from '../shared/lightSamples.ts'
import { LIGHT_NAMES, matchedLight } from '../shared/matchLight.ts'
import styles from './MatchLight.module.css'

const strengthField = number('Match light strength', { default: 100, min: 0, max: 100, isWhole: true, unit: 'percent' })

/**
 * Button and strength for moving the light of the subject towards the background's: it sets enhancements of the subject,
 * in one undo step. Disabled, with the reason, without a subject or a background.
 */
export function MatchLight() {
  const session = useSession()
  const { photo, separation, backdrop } = useSnapshot(session.doc)
  const [strength, setStrength] = useState(strengthField.default)
  const [isBusy, setBusy] = useState(false)
  const matching = useMemo(createLatestTask, [])
  useEffect(() => () => matching.cancel(), [matching])
  const reason = useId()
  if (!photo) return null
  const missing = reasonFor(separation !== null, backdrop.type !== 'transparent')
  const press = () =>
    void matching.run(async (signal) => {
      setBusy(true)
      try {
        await matchLight(session, strength / 100, signal)
      } finally {
        if (!signal.aborted) setBusy(false)
      }
    })
  return (
    <PanelFields>
      <SettingSlider field={strengthField} value={strength} onChange={setStrength} />
      <Button
        icon={SunMedium}
        isWide
        isBusy={isBusy}
        disabled={missing !== null}
        aria-describedby={reason}
        onClick={press}
      >
        {t('Match light')}
      </Button>
      <p id={reason} className={styles.hint} role="note">
        {missing ?? t('Sets exposure, contrast, saturation, temperature and colour tint of the subject in Tune.')}
      </p>
    </PanelFields>
  )
}

function reasonFor(hasSubject: boolean, hasBackground: boolean): string | null {
  if (!hasSubject) return t('There is no subject whose light could be matched.')
  return hasBackground ? null : t('There is no background whose light could be matched.')
}

/**
 * Sets the subject's enhancements in one undo step; none where no value changes. A document that changed while its
 * colours were read is left as it is. `share`: 0..1.
 */
async function matchLight(session: Session, share: number, signal: AbortSignal): Promise<void> {
  const doc = snapshotOf(session)
  const samples = await lightSamples(doc, session.assets)
  if (!samples || signal.aborted || snapshotOf(session) !== doc) return
  const own = doc.tune.foreground
  const values = matchedLight(samples.subject, own, samples.background, { share, space: workingSpace(doc) })
  if (LIGHT_NAMES.every((name) => values[name] === own[name])) return
  session.history.transact(t('Match light'), () => {
    Object.assign(session.doc.tune.foreground, values)
  })
}
