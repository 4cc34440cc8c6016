/**
 * Which sets of enhancements a slider writes to, and what it shows. Both switches on: the same value goes to all
 * three sets; one on: to that one; none: to nothing (decisions, "States"). Nothing is applied twice, because a photo
 * is painted by `image` until its subject is known and by the other two from then on.
 */

import { tuneFields } from '#shaders/tune/enhancements.ts'
import { clamp, defaults } from '../../kit/base/fields.ts'
import type { Tune, TuneName, TuneSet, TuneTarget } from '../../model/document/tune.ts'

export interface TuneSwitches {
  readonly foreground: boolean
  readonly background: boolean
}

type ReadonlyTune = { readonly [T in TuneTarget]: Readonly<TuneSet> }

/** The sets that the next change is written to. */
export function targetsOf({ foreground, background }: TuneSwitches): readonly TuneTarget[] {
  if (foreground && background) return ['image', 'foreground', 'background']
  if (foreground) return ['foreground']
  return background ? ['background'] : []
}

/** The sets that paint what is seen, of those that are written to. */
function visibleTargets(switches: TuneSwitches, isSeparated: boolean): readonly TuneTarget[] {
  const targets = targetsOf(switches)
  if (!targets.includes('image')) return targets
  return isSeparated ? ['foreground', 'background'] : ['image']
}

export interface ShownValue {
  value: number
  /** The sets differ: the value is the foreground's, and the next change sets them all. */
  isMixed: boolean
}

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

export function writeValue(tune: Tune, name: TuneName, value: number, switches: TuneSwitches): void {
  for (const target of targetsOf(switches)) tune[target][name] = clamp(tuneFields[name], value)
}

export function resetAll(tune: Tune, switches: TuneSwitches): void {
  for (const target of targetsOf(switches)) Object.assign(tune[target], defaults(tuneFields))
}

/** Whether a reset would change anything. */
export function isTuned(tune: ReadonlyTune, switches: TuneSwitches): boolean {
  const names = Object.keys(tuneFields) as TuneName[]
  return targetsOf(switches).some((target) => names.some((name) => tune[target][name] !== tuneFields[name].default))
}
