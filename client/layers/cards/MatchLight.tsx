import { SunMedium } from 'lucide-react'
import { useEffect, useId, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { askWorker } from '../../kit/base/askWorker.ts'
import { number } from '../../kit/base/fields.ts'
import type { LayerId } from '../../kit/base/ids.ts'
import type { Immutable } from '../../kit/base/immutable.ts'
import { createLatestTask } from '../../kit/base/latestTask.ts'
import { t } from '../../kit/i18n/translate.ts'
import { Button } from '../../kit/ui/controls/Button.tsx'
import type { AssetStore } from '../../model/assets/store.ts'
import { type DocumentSnapshot, workingSpace } from '../../model/document/document.ts'
import type { TuneSet } from '../../model/document/tune.ts'
import { useSession } from '../../model/session/SessionContext.tsx'
import { type Session, snapshotOf } from '../../model/session/session.ts'
import { asLifted, type LiftedLayer, tuneOfObject } from '../../render/objects/lifted.ts'
import { SettingSlider } from '../controls/SettingSlider.tsx'
import { lightSamples } from '../shared/lightSamples.ts'
import { LIGHT_NAMES, type LightValues } from '../shared/matchLight.ts'
import type { LightRequest } from '../shared/matchLight.worker.ts'
import styles from './MatchLight.module.css'
import { PanelFields } from './PanelFields.tsx'

const strengthField = number('Match light strength', { default: 100, min: 0, max: 100, isWhole: true, unit: 'percent' })

interface Props {
  /** The lifted object whose light is matched; absent = the subject's. */
  object?: LayerId
}

/**
 * Button and strength for moving the light of the subject or of an object towards the background's: it sets its
 * enhancements, in one undo step. Disabled, with the reason, without a subject or a background.
 */
export function MatchLight({ object }: Props) {
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
        await matchLight(session, object, strength / 100, signal)
      } catch (error) {
        if (signal.aborted) return
        console.error(error)
        session.notices.toast({
          title: t('Error'),
          description: t('Something went wrong. Please try again.'),
          isDestructive: true,
        })
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
        {missing ??
          (object
            ? t('Sets exposure, contrast, saturation, temperature and colour tint of this object.')
            : t('Sets exposure, contrast, saturation, temperature and colour tint of the subject in Tune.'))}
      </p>
    </PanelFields>
  )
}

function reasonFor(hasSubject: boolean, hasBackground: boolean): string | null {
  if (!hasSubject) return t('There is no subject whose light could be matched.')
  return hasBackground ? null : t('There is no background whose light could be matched.')
}

/**
 * Sets the enhancements of the subject or of an object in one undo step; none where no value changes. A document that
 * changed while its colours were read is left as it is. `share`: 0..1.
 * @throws the reason of `signal`, and an `Error` when the worker fails
 */
async function matchLight(
  session: Session,
  id: LayerId | undefined,
  share: number,
  signal: AbortSignal,
): Promise<void> {
  const doc = snapshotOf(session)
  const object = asLifted(id ? doc.layers[id] : undefined)
  const own = object ? tuneOfObject(doc, object) : doc.tune.foreground
  const values = await lightValues(doc, session.assets, { object, own, share }, signal)
  if (!values || signal.aborted || snapshotOf(session) !== doc) return
  if (LIGHT_NAMES.every((name) => values[name] === own[name])) return
  session.history.transact(t('Match light'), () => {
    const record = asLifted(id ? session.doc.layers[id] : undefined)?.tune
    if (record) Object.assign(record, own, values, { isOwn: true })
    else Object.assign(session.doc.tune.foreground, values)
  })
}

interface Fit {
  object: LiftedLayer | null
  own: Immutable<TuneSet>
  share: number
}

/**
 * Resolves with the values that match the light, computed by a worker; null without colours.
 * @throws as `askWorker` does
 */
async function lightValues(
  doc: DocumentSnapshot,
  assets: AssetStore,
  { object, own, share }: Fit,
  signal: AbortSignal,
): Promise<LightValues | null> {
  const samples = await lightSamples(doc, assets, object)
  if (!samples) return null
  const request: LightRequest = { ...samples, own: { ...own }, share, space: workingSpace(doc) }
  return askWorker<LightValues>(startWorker, request, { signal })
}

const startWorker = () =>
  new Worker(new URL('../shared/matchLight.worker.ts', import.meta.url), { type: 'module', name: 'match light' })
