/** What the user has changed about the subject's mask: records over the matte that was found, never pixels. */
import { choice, defaults, type Fields, flag, list, number, type Values } from '../../kit/base/fields.ts'
import type { Immutable } from '../../kit/base/immutable.ts'

export const strokeFields = {
  mode: choice('Mode', ['erase', 'restore'], 'erase'),
  /** Diameter. */
  size: number('Size', { default: 60, min: 2, max: 400, hardMin: 0.5, hardMax: 4000, unit: 'px' }),
  /** How much of the brush acts in full; it fades towards its rim. */
  hardness: number('Hardness', { default: 70, min: 0, max: 100, unit: 'percent' }),
  /** Only what has the colours that the brush's middle goes over. */
  isSnapping: flag('Snap to edges', true),
  points: list(
    'Points',
    {
      x: number('X', { default: 0, min: -40_000, max: 80_000 }),
      y: number('Y', { default: 0, min: -40_000, max: 80_000 }),
    },
    { maxLength: 5000, example: [{ x: 8, y: 8 }] },
  ),
} as const satisfies Fields

/** Lengths are photo px. In this order: strokes, smooth, shift edge, feather, invert. */
export const maskEditFields = {
  strokes: list('Strokes', strokeFields, { maxLength: 2000, example: [defaults(strokeFields)] }),
  smooth: number('Smooth', { default: 0, min: 0, max: 20, isWhole: true, unit: 'px' }),
  shiftEdge: number('Shift edge', { default: 0, min: -20, max: 20, isWhole: true, unit: 'px' }),
  feather: number('Feather', { default: 0, min: 0, max: 50, isWhole: true, unit: 'px' }),
  invert: flag('Invert', false),
} as const satisfies Fields

export type MaskEdits = Values<typeof maskEditFields>
export type MaskStroke = Immutable<MaskEdits['strokes'][number]>

/** True when it changes nothing. */
export const hasNoMaskEdits = ({ strokes, smooth, shiftEdge, feather, invert }: Immutable<MaskEdits>): boolean =>
  strokes.length === 0 && smooth === 0 && shiftEdge === 0 && feather === 0 && !invert
