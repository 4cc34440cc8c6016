/**
 * Enhancements as the user sets them → what the shader and its twin compute with. Each step folds its settings once per
 * change, in double precision.
 */
import type { ColorSpace } from '../../client/kit/base/color-space/colorSpace.ts'
import type { TuneStep } from './enhancement.ts'
import type { TuneSettings } from './enhancements.ts'
import { STEPS } from './steps.ts'

/** The bit of each step's flag in the uniform `uTuneFlags`. */
export const FLAGS: Readonly<Record<string, number>> = Object.fromEntries(
  STEPS.flatMap(({ flags }) => flags).map((name, bit) => [name, 2 ** bit]),
)

/** Settings, converted for the shader and its twin. */
export interface TuneUniforms {
  /** Bits: the steps that are not neutral. A program may be compiled for one value of these. */
  flags: number
  /** The same by name. */
  active: ReadonlySet<string>
  /** By the uniform's name; those of neutral steps are missing. */
  values: Readonly<Record<string, number | readonly number[]>>
  /** Colour space of the photo, which determines the weights of luma. */
  space: ColorSpace
}

/**
 * Converts settings, as the user sets them, to what the shader and its twin compute with, in double precision. Neutral
 * steps are left out. `space`: of the photo.
 */
export function tuneUniforms(settings: TuneSettings, space: ColorSpace = 'srgb'): TuneUniforms {
  const active = new Set<string>()
  const values: Record<string, number | readonly number[]> = {}
  for (const { flags, fold } of STEPS) {
    const folded = fold(settings, space)
    if (!folded) continue
    for (const name of [flags[0], ...(folded.flags ?? [])]) active.add(name)
    Object.assign(values, folded.values)
  }
  return { flags: bitsOf(active), active, values, space }
}

const bitsOf = (names: Iterable<string>) => [...names].reduce((bits, name) => bits | (FLAGS[name] ?? 0), 0)

const readers = (what: TuneStep['reads']) =>
  bitsOf(STEPS.filter(({ reads }) => reads === what).map(({ flags }) => flags[0]))
/** Bit mask for `TuneUniforms.flags`: the steps that read the low-passed luma (Sharpness). */
export const READS_LOW = readers('low')
/**
 * Bit mask for `TuneUniforms.flags`: the steps that read the tone mask, the edge-preserving low-pass of the photo's luma
 * (`tone-mask.ts`).
 */
export const READS_MASK = readers('mask')

/** Returns true when a step that is not neutral reads the low-passed luma (Sharpness). */
export const needsLow = ({ flags }: Pick<TuneUniforms, 'flags'>): boolean => (flags & READS_LOW) !== 0
/** Returns true when a step that is not neutral reads the tone mask (Shadows, Highlights). */
export const needsMask = ({ flags }: Pick<TuneUniforms, 'flags'>): boolean => (flags & READS_MASK) !== 0
