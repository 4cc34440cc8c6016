import { type Fields, group, number, type Values } from '../../kit/base/fields.ts'

/** Offset from the subject's original place in percent of the canvas (spec §5; decisions, "Units and geometry"). */
const offset = (label: string) => number(label, { default: 0, min: -100, max: 100, step: 0.1, unit: 'percent' })

/** Settings of the subject's position and size where it does not stand at its original place (spec §3, §5). */
export const subjectPlaceFields = {
  foregroundPosition: group('Subject position', {
    x: offset('Subject horizontal'),
    y: offset('Subject vertical'),
  }),
  foregroundSize: number('Subject size', { default: 100, min: 10, max: 200, unit: 'percent' }),
} as const satisfies Fields

/** Where the subject lies: the values of `subjectPlaceFields`. */
export type SubjectPlace = Readonly<Values<typeof subjectPlaceFields>>
