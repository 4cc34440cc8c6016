/**
 * The sets of enhancements that a slider writes to and shows (decisions, "States"). Both switches on: all three sets;
 * one on: that set; none: no set. No enhancement applies twice: `image` paints the photo before the separation, the
 * other two after.
 */

import { tuneFields } from '#shaders/tune/enhancements.ts'
import { clamp, defaults } from '../../kit/base/fields.ts'
import type { Tune, TuneName, TuneSet, TuneTarget } from '../../model/document/document.ts'

/**
 * The two switches of the Tune tab. They do not turn enhancements off: they say of which parts of the photo, subject
 * (`foreground`) or background, the sliders show and change the values.
 */
export interface TuneSwitches {
  readonly foreground: boolean
  readonly background: boolean
}

type ReadonlyTune = { readonly [T in TuneTarget]: Readonly<TuneSet> }

/**
 * Returns the sets of enhancements that the next change is written to: that of each part whose switch is on, and with
 * both on also the set of the whole photo.
 */
export function targetsOf({ foreground, background }: TuneSwitches): readonly TuneTarget[] {
  if (foreground && background) return ['image', 'foreground', 'background']
  if (foreground) return ['foreground']
  return background ? ['background'] : []
}

/** Returns those of the written sets that determine the present picture. */
function visibleTargets(switches: TuneSwitches, isSeparated: boolean): readonly TuneTarget[] {
  const targets = targetsOf(switches)
  if (!targets.includes('image')) return targets
  return isSeparated ? ['foreground', 'background'] : ['image']
}

/** The value that a slider shows, and whether the written sets differ. */
export interface ShownValue {
  value: number
  /** The sets have different values; `value` is the foreground's, and the next change sets all. */
  isMixed: boolean
}

/**
 * Returns the value that an enhancement's slider shows, and whether the sets that are switched on differ in it. Where
 * they differ, the value is the foreground's; where none is switched on, the enhancement's default.
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

/** Writes an enhancement's value, clamped to its range, to every set that is switched on. Call it within an undo step. */
export function writeValue(tune: Tune, name: TuneName, value: number, switches: TuneSwitches): void {
  for (const target of targetsOf(switches)) tune[target][name] = clamp(tuneFields[name], value)
}

/** Resets the enhancements to their defaults in every set that is switched on. Call it within an undo step. */
export function resetAll(tune: Tune, switches: TuneSwitches): void {
  for (const target of targetsOf(switches)) Object.assign(tune[target], defaults(tuneFields))
}

/** Returns true when a set that is switched on differs from the defaults. */
export function isTuned(tune: ReadonlyTune, switches: TuneSwitches): boolean {
  const names = Object.keys(tuneFields) as TuneName[]
  return targetsOf(switches).some((target) => names.some((name) => tune[target][name] !== tuneFields[name].default))
}
