import { SunMedium } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { callOnce, openWorker } from '#client/kit/async/callWorker.ts'
import { createLatestTask } from '#client/kit/async/scheduling.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { number } from '#client/kit/values/fields.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { AssetStore } from '#client/model/assets/store.ts'
import { type DocumentSnapshot, type TuneSet, workingSpace } from '#client/model/document/document.ts'
import { type Session, snapshotOf, useDocument, useSession } from '#client/model/session/session.ts'
import { liftedMatteOf, matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { asLifted, type LiftedLayer, tuneOfObject } from '#client/render/objects/lifted.ts'
import { type LightSamples, lightSamples } from '../colors/lightSamples.ts'
import { LIGHT_NAMES, type LightValues } from '../colors/matchLight.ts'
import type { MatchLightWorker } from '../colors/matchLight.worker.ts'
import { SettingSlider } from '../controls/SettingSlider.tsx'
import { PanelFields } from './LayerFields.tsx'
import styles from './MatchLight.module.css'

const strengthField = number('Match lighting strength', {
  default: 100,
  min: 0,
  max: 100,
  isWhole: true,
  unit: 'percent',
})

interface Props {
  /** Id of the lifted object to match. If absent, the subject is matched. */
  object?: LayerId
}

/**
 * A button that matches the lighting of the subject or an object to the background by setting enhancements. Afterwards,
 * a slider sets the strength. Without a subject or background, the button is disabled and shows the reason.
 */
export function MatchLight({ object }: Props) {
  const session = useSession()
  const doc = useDocument()
  const { photo, separation, backdrop } = doc
  const [strength, setStrength] = useState(strengthField.default)
  const [matched, setMatched] = useState<Matched | null>(null)
  const [isBusy, setBusy] = useState(false)
  const matching = useMemo(createLatestTask, [])
  /** The newest strength that isn't matched yet. A drag changes it many times during a fit, and only the newest counts. */
  const wanted = useRef<number | null>(null)
  const isRunning = useRef(false)
  useEffect(() => () => matching.cancel(), [matching])
  const reason = useId()
  if (!photo) return null
  const missing = reasonFor(separation !== null, backdrop.type !== 'transparent')
  const last = matched && isStill(matched, object, ownOf(doc, object)) ? matched : null
  const match = (percent: number) => {
    wanted.current = percent
    if (isRunning.current) return
    isRunning.current = true
    void matching.run(async (signal) => {
      setBusy(true)
      try {
        for (let before = last; wanted.current !== null && !signal.aborted; ) {
          const share = wanted.current / 100
          wanted.current = null
          if (before && !isStill(before, object, ownOf(snapshotOf(session), object))) before = null
          const found = await findMatch(session, object, { share, last: before }, signal)
          if (!found || signal.aborted) continue // a newer strength may be waiting
          before = found
          setMatched(found)
          applyMatch(session, found)
        }
      } catch (error) {
        if (signal.aborted) return
        console.error(error)
        session.notices.toast({
          title: t('Error'),
          description: t('Something went wrong. Please try again.'),
          isDestructive: true,
        })
      } finally {
        isRunning.current = false
        if (!signal.aborted) setBusy(false)
      }
    })
  }
  return (
    <PanelFields>
      <Button
        icon={SunMedium}
        isWide
        isBusy={isBusy}
        disabled={missing !== null}
        aria-describedby={reason}
        onClick={() => match(strength)}
      >
        {t('Match lighting')}
      </Button>
      <p id={reason} className={styles.hint} role="note">
        {missing ??
          (object
            ? t('Adjusts this object’s exposure, contrast, saturation, temperature and tint to match the background.')
            : t(
                'Adjusts the subject’s exposure, contrast, saturation, temperature and tint in Tune to match the background.',
              ))}
      </p>
      {last && missing === null && (
        <SettingSlider
          field={strengthField}
          value={strength}
          onChange={(percent) => {
            setStrength(percent)
            match(percent)
          }}
        />
      )}
    </PanelFields>
  )
}

function reasonFor(hasSubject: boolean, hasBackground: boolean): string | null {
  if (!hasSubject) return t('No subject found in this photo. Select the subject first.')
  return hasBackground ? null : t('The background is removed. Reset the background first.')
}

/** The enhancements of the subject or object, before and after matching. */
interface Matched {
  object: LayerId | undefined
  before: LightValues
  after: LightValues
  samples: LightSamples
  /** Key of everything that `samples` depends on. */
  source: string
}

/** Returns the enhancements of the object `id`, or of the subject if `id` is undefined. */
function ownOf(doc: DocumentSnapshot, id: LayerId | undefined): Immutable<TuneSet> {
  const object = asLifted(id ? doc.layers[id] : undefined)
  return object ? tuneOfObject(doc, object) : doc.tune.foreground
}

/** Returns true if the matched enhancements still have the values that the match has set. */
const isStill = ({ object, after }: Matched, id: LayerId | undefined, own: Immutable<TuneSet>) =>
  object === id && hasLight(own, after)

const hasLight = (own: Immutable<TuneSet>, light: LightValues) => LIGHT_NAMES.every((name) => own[name] === light[name])

interface Match {
  /** Strength of the match: 0 = the original enhancements, 1 = the background's light. */
  share: number
  last: Matched | null
}

/**
 * Resolves with the enhancements that match the background's light. Null if the subject or the background has no
 * colors, or if the document has changed in the meantime. @throws like `callWorker`
 */
async function findMatch(
  session: Session,
  id: LayerId | undefined,
  { share, last }: Match,
  signal: AbortSignal,
): Promise<Matched | null> {
  const doc = snapshotOf(session)
  const own = { ...ownOf(doc, id), ...last?.before }
  const object = asLifted(id ? doc.layers[id] : undefined)
  const source = sourceOf(doc, session.assets, object)
  const samples = last?.source === source ? last.samples : await lightSamples(doc, session.assets, object)
  if (!samples || signal.aborted) return null
  const { subject, background } = samples
  const options = { share, space: workingSpace(doc) }
  const after = await callOnce(startWorker, 'matchedLight', [subject, { ...own }, background, options], { signal })
  return snapshotOf(session) === doc ? { object: id, before: lightOf(own), after, samples, source } : null
}

const sourceOf = (doc: DocumentSnapshot, assets: AssetStore, object: LiftedLayer | null) =>
  JSON.stringify([
    doc.photo?.asset,
    matteOf(doc, assets)?.id,
    object && liftedMatteOf(doc, assets, object)?.id,
    doc.backdrop,
    doc.tune.background,
    workingSpace(doc),
  ])

/** Sets the enhancements of the subject or an object. Calls in quick succession become one undo step. */
function applyMatch({ doc, history }: Session, { object: id, after }: Matched): void {
  const own = ownOf(doc, id)
  if (hasLight(own, after)) return
  history.transact(
    t('Match lighting'),
    () => {
      const record = asLifted(id ? doc.layers[id] : undefined)?.tune
      if (record) Object.assign(record, own, after, { isOwn: true })
      else Object.assign(doc.tune.foreground, after)
    },
    `match light ${id ?? ''}`,
  )
}

const lightOf = (own: Immutable<TuneSet>) =>
  // safe cast: `LIGHT_NAMES` has all keys of `LightValues`
  Object.fromEntries(LIGHT_NAMES.map((name) => [name, own[name]])) as LightValues

const startWorker = () =>
  openWorker<MatchLightWorker>(
    new Worker(new URL('../colors/matchLight.worker.ts', import.meta.url), { type: 'module', name: 'match light' }),
  )
