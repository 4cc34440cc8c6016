/** Settings of the background fill, separate from the fill's graphics code because every schema imports this file. */

import { type Fields, flag, group, list, number, type Values } from '#client/kit/values/fields.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { strokeFields } from '#client/model/document/maskEdits.ts'

/** A brush stroke over an additional area to fill, such as the subject's shadow. Lengths are in photo px. */
const fillStrokeFields = { size: strokeFields.size, points: strokeFields.points } as const satisfies Fields

/**
 * Settings of the background fill: on or off, a seed, and strokes over additional areas to fill. Each seed gives
 * another fill.
 */
export const fillField = group('Fill', {
  enabled: flag('Fill background', true),
  seed: number('Suggestion', { default: 0, min: 0, max: 9999, isWhole: true }),
  strokes: list('Areas marked to fill', fillStrokeFields, {
    maxLength: 500,
    example: [{ size: 60, points: [{ x: 8, y: 8 }] }],
  }),
} as const satisfies Fields)

/** Settings of the fill behind the subject: on or off, seed, and the user's strokes. */
export type FillSettings = Immutable<Values<(typeof fillField)['fields']>>
