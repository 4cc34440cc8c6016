import { tuneFields } from '#shaders/tune/enhancements.ts'
import type { Values } from '../../kit/base/fields.ts'

export type TuneSet = Values<typeof tuneFields>
export type TuneName = keyof TuneSet

/** Which part of the picture a set of enhancements belongs to. */
export type TuneTarget = 'image' | 'foreground' | 'background'

/** `image` paints the photo while there is no separation; after it, each branch has its own set. */
export type Tune = Record<TuneTarget, TuneSet>

/** True when it changes nothing. */
export const isNeutral = (set: Readonly<TuneSet>): boolean =>
  (Object.keys(tuneFields) as TuneName[]).every((name) => set[name] === tuneFields[name].default)
