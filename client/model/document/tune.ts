import { type Fields, number, type Values } from '../../kit/base/fields.ts'

/** The ten enhancements (spec §3, §5; ranges the spec omits: decisions, "Units and geometry"). */
export const tuneFields = {
  brightness: number('Brightness', { default: 100, min: 0, max: 200, unit: 'percent' }),
  contrast: number('Contrast', { default: 100, min: 0, max: 200, unit: 'percent' }),
  saturation: number('Saturation', { default: 100, min: 0, max: 200, unit: 'percent' }),
  fade: number('Fade', { default: 0, min: 0, max: 100, unit: 'percent' }),
  exposure: number('Exposure', { default: 0, min: -100, max: 100 }),
  highlights: number('Highlights', { default: 0, min: -100, max: 100 }),
  shadows: number('Shadows', { default: 0, min: -100, max: 100 }),
  sharpness: number('Sharpness', { default: 0, min: 0, max: 100 }),
  blur: number('Blur', { default: 0, min: 0, max: 20, step: 0.1, unit: 'px' }),
  blacks: number('Blacks', { default: 0, min: 0, max: 100 }),
} as const satisfies Fields

export type TuneSet = Values<typeof tuneFields>
export type TuneName = keyof TuneSet

/** Which part of the picture a set of enhancements belongs to. */
export type TuneTarget = 'image' | 'foreground' | 'background'

/** `image` paints the photo while there is no separation; after it, each branch has its own set. */
export type Tune = Record<TuneTarget, TuneSet>

/** True when it changes nothing. */
export const isNeutral = (set: Readonly<TuneSet>): boolean =>
  (Object.keys(tuneFields) as TuneName[]).every((name) => set[name] === tuneFields[name].default)
