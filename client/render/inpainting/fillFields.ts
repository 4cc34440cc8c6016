import { type Fields, flag, group, list, number, type Values } from '../../kit/base/fields.ts'
import type { Immutable } from '../../kit/base/immutable.ts'
import { strokeFields } from '../../model/document/maskEdits.ts'

/** A stroke of the brush that marks more to be filled: the subject's own shadow, a hand that was left. Photo px. */
const fillStrokeFields = { size: strokeFields.size, points: strokeFields.points } as const satisfies Fields

/**
 * Settings of the background fill where the subject was: on or off, the seed (each gives another suggestion), and
 * strokes that mark more to fill.
 */
export const fillField = group('Fill', {
  enabled: flag('Fill background', true),
  /** Which suggestion is shown: another seed of the solver gives another one. */
  seed: number('Suggestion', { default: 0, min: 0, max: 9999, isWhole: true }),
  strokes: list('Fill strokes', fillStrokeFields, {
    maxLength: 500,
    example: [{ size: 60, points: [{ x: 8, y: 8 }] }],
  }),
} as const satisfies Fields)

/**
 * The document's record of the fill behind the subject: whether it is on, which suggestion is shown, and the user's
 * strokes.
 */
export type FillSettings = Immutable<Values<(typeof fillField)['fields']>>
