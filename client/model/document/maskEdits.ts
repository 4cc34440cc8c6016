import { choice, defaults, type Fields, flag, list, number, type Values } from '#client/kit/values/fields.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'

/** Fields of one stroke of the mask brush. Lengths are photo px. */
export const strokeFields = {
  mode: choice('Mode', ['erase', 'restore'], 'erase'),
  /** Diameter of the brush in photo px. */
  size: number('Size', { default: 60, min: 2, max: 400, hardMin: 0.5, hardMax: 4000, unit: 'px' }),
  /**
   * The inner part of the brush with full effect, in percent of its radius. From there, the effect fades to 0 at the
   * rim.
   */
  hardness: number('Hardness', { default: 70, min: 0, max: 100, unit: 'percent' }),
  /** If true, the brush changes only pixels whose color is similar to the color under the brush's center. */
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

/**
 * Fields of the mask edits. Lengths are photo px. The edits are applied in this order: strokes, smooth, shift edge,
 * feather, invert.
 */
export const maskEditFields = {
  strokes: list('Strokes', strokeFields, { maxLength: 2000, example: [defaults(strokeFields)] }),
  smooth: number('Smooth', { default: 0, min: 0, max: 20, isWhole: true, unit: 'px' }),
  shiftEdge: number('Shift edge', { default: 0, min: -20, max: 20, isWhole: true, unit: 'px' }),
  feather: number('Feather', { default: 0, min: 0, max: 50, isWhole: true, unit: 'px' }),
  invert: flag('Invert', false),
} as const satisfies Fields

/**
 * The user's edits of the subject's matte, as brush strokes and edge settings (never as pixels). Empty lists, 0 and
 * false have no effect.
 */
export type MaskEdits = Values<typeof maskEditFields>
/** A stroke of the mask brush: mode, diameter, hardness and points. Lengths are photo px. */
export type MaskStroke = Immutable<MaskEdits['strokes'][number]>

/** Returns true if the mask edits have no effect. */
export const hasNoMaskEdits = ({ strokes, smooth, shiftEdge, feather, invert }: Immutable<MaskEdits>): boolean =>
  strokes.length === 0 && smooth === 0 && shiftEdge === 0 && feather === 0 && !invert
