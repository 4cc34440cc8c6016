import { tuneFields } from '#shaders/tune/enhancements.ts'
import type { Values } from '../../kit/base/fields.ts'

/** The values of one set of enhancements. */
export type TuneSet = Values<typeof tuneFields>
/** Name of an enhancement. */
export type TuneName = keyof TuneSet

/**
 * Which part of the picture a set of enhancements belongs to. `image`: the whole photo, before it is separated. The
 * others: the separated photo.
 */
export type TuneTarget = 'image' | 'foreground' | 'background'

/** `image` applies until the photo is separated; afterwards `foreground` and `background` apply, each to its branch. */
export type Tune = Record<TuneTarget, TuneSet>

/** Returns true when all values are neutral. */
export const isNeutral = (set: Readonly<TuneSet>): boolean =>
  (Object.keys(tuneFields) as TuneName[]).every((name) => set[name] === tuneFields[name].default)
