/**
 * The slider of an enhancement. There are three sets of enhancements. `image` is painted before the segmentation, and
 * the sets of subject and background afterwards, so no enhancement is applied twice. If both switches are on, the
 * slider shows and writes all three sets. If one switch is on, it shows and writes one set.
 */
import { useSnapshot } from 'valtio'
import { proxy } from 'valtio/vanilla'
import { t } from '#client/kit/i18n/translate.ts'
import { Slider } from '#client/kit/ui/controls/Slider.tsx'
import { clampField, defaults } from '#client/kit/values/fields.ts'
import { memoOn } from '#client/kit/values/identity.ts'
import { sliderPropsOf } from '#client/layers/controls/fieldControls.tsx'
import { useHistoryEvents } from '#client/layers/controls/useField.ts'
import { isNeutral, type Tune, type TuneName, type TuneSet, type TuneTarget } from '#client/model/document/document.ts'
import { type Session, useDocument, useSession } from '#client/model/session/session.ts'
import { tuneFields } from '#shaders/tune/enhancements.ts'

/**
 * The two switches of the Tune tab. A switch selects whether the sliders change the subject (`foreground`) or the
 * background. Switching off doesn't disable enhancements.
 */
export interface TuneSwitches {
  readonly foreground: boolean
  readonly background: boolean
}

/** Returns the switches of the Tune tab in a session, as a valtio proxy. Both are on at first. */
export const tuneSwitches = memoOn((_: Session) => proxy({ foreground: true, background: true }))

type ReadonlyTune = { readonly [T in TuneTarget]: Readonly<TuneSet> }

/**
 * Returns the sets that the next change writes: the sets of the switched-on parts and, if both parts are on, also the
 * set of the whole photo.
 */
export function targetsOf({ foreground, background }: TuneSwitches): readonly TuneTarget[] {
  if (foreground && background) return ['image', 'foreground', 'background']
  if (foreground) return ['foreground']
  return background ? ['background'] : []
}

/**
 * Returns the sets of `targetsOf` that affect the current image. `image` has an effect only before the segmentation.
 */
function visibleTargets(switches: TuneSwitches, isSeparated: boolean): readonly TuneTarget[] {
  const targets = targetsOf(switches)
  if (!targets.includes('image')) return targets
  return isSeparated ? ['foreground', 'background'] : ['image']
}

export interface ShownValue {
  value: number
  /**
   * True if the sets have different values. In this case, `value` is the subject's value, and the next change writes
   * all sets.
   */
  isMixed: boolean
}

/**
 * Returns the slider's value for an enhancement. If both switches are on and the values differ, this is the subject's
 * value. If both switches are off, this is the default.
 */
export function shownValue(
  tune: ReadonlyTune,
  name: TuneName,
  switches: TuneSwitches,
  isSeparated: boolean,
): ShownValue {
  const values = visibleTargets(switches, isSeparated).map((target) => tune[target][name])
  const [value = tuneFields[name].default] = values
  return { value, isMixed: values.some((other) => other !== value) }
}

/**
 * Writes an enhancement's value, limited to its range, to every set that is switched on. Must be called within an undo
 * step.
 */
export function writeValue(tune: Tune, name: TuneName, value: number, switches: TuneSwitches): void {
  for (const target of targetsOf(switches)) tune[target][name] = clampField(tuneFields[name], value)
}

/** Resets all enhancements of every set that is switched on. Must be called within an undo step. */
export function resetAll(tune: Tune, switches: TuneSwitches): void {
  for (const target of targetsOf(switches)) Object.assign(tune[target], defaults(tuneFields))
}

/** Returns true if a set that is switched on differs from the defaults. */
export const isTuned = (tune: ReadonlyTune, switches: TuneSwitches): boolean =>
  targetsOf(switches).some((target) => !isNeutral(tune[target]))

/** The slider of an enhancement. Writes to every set that is switched on. A drag is one undo step. */
export function TuneSlider({ name }: { name: TuneName }) {
  const session = useSession()
  const { tune, separation } = useDocument()
  const stored = tuneSwitches(session)
  const switches = useSnapshot(stored)
  const field = tuneFields[name]
  const { value, isMixed } = shownValue(tune, name, switches, separation !== null)

  const events = useHistoryEvents<number>(t(field.label), `tune.${targetsOf(stored).join()}.${name}`, (next) =>
    writeValue(session.doc.tune, name, next, stored),
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
