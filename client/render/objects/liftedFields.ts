import { choice, type Fields, flag, group, list, number, string, type Values } from '#client/kit/values/fields.ts'

/** A point of a selection in photo px. `in` and `out` are clicks. All other types are corners of a box. */
const pointFields = {
  x: number('X', { default: 0, min: -100_000, max: 100_000 }),
  y: number('Y', { default: 0, min: -100_000, max: 100_000 }),
  kind: choice('Type', ['in', 'out', 'box-start', 'box-end'], 'in'),
} as const satisfies Fields

const choiceFields = {
  adds: flag('Add', true),
  points: list('Points', pointFields, { maxLength: 100, example: [{ x: 8, y: 8, kind: 'in' }] }),
} as const satisfies Fields

// Length in photo px. The field has no `unit`, because fields with a unit are rescaled for another photo.
const length = (label: string) => number(label, { default: 200, min: 1, max: 1000, hardMax: 100_000 })
const coordinate = (label: string) => number(label, { default: 0, min: 0, max: 1000, hardMax: 100_000 })

/**
 * The lifted object: asset of its matte (one coverage byte per px of the photo), the pipeline that computed the matte,
 * and the user's clicks.
 */
export const liftedField = group('Object', {
  matte: string('Mask', '', 40),
  model: string('Type', '', 100),
  /** The subject or background that the object was lifted from, whose enhancements it inherits. */
  home: choice('Placement', ['background', 'subject'], 'background'),
  /** Index of the suggested mask that was lifted, or -1 if the clicks alone define the object. */
  suggestion: number('Suggestion', { default: -1, min: -1, max: 1000, isWhole: true }),
  choices: list('Points', choiceFields, {
    maxLength: 100,
    example: [{ adds: true, points: [{ x: 8, y: 8, kind: 'in' }] }],
  }),
  /** Bounding box of the matte in photo px. */
  box: group('Size', {
    x: coordinate('X'),
    y: coordinate('Y'),
    width: length('Width'),
    height: length('Height'),
  }),
} as const satisfies Fields)

export type Lifted = Values<(typeof liftedField)['fields']>
