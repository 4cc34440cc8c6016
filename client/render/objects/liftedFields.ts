import { choice, type Fields, flag, group, list, number, string, type Values } from '../../kit/base/fields.ts'

/** A point of a choice, photo px. `in` and `out`: a click; the others are the corners of a box. */
const pointFields = {
  x: number('X', { default: 0, min: -100_000, max: 100_000 }),
  y: number('Y', { default: 0, min: -100_000, max: 100_000 }),
  kind: choice('Type', ['in', 'out', 'box-start', 'box-end'], 'in'),
} as const satisfies Fields

const choiceFields = {
  adds: flag('Add', true),
  points: list('Points', pointFields, { maxLength: 100, example: [{ x: 8, y: 8, kind: 'in' }] }),
} as const satisfies Fields

// Photo px: what is bound to its photo is never rescaled, so they have no unit.
const length = (label: string) => number(label, { default: 200, min: 1, max: 1000, hardMax: 100_000 })
const coordinate = (label: string) => number(label, { default: 0, min: 0, max: 1000, hardMax: 100_000 })

/**
 * What of the photo was lifted: the asset of its matte (one coverage byte per px of the photo), the pipeline that computed
 * the matte, and the choices from which it is computed.
 */
export const liftedField = group('Object', {
  matte: string('Mask', '', 40),
  model: string('Type', '', 100),
  /** The plane from which it was lifted: it has this plane's enhancements. */
  home: choice('Placement', ['background', 'subject'], 'background'),
  /** The suggestion that was lifted, by its number; -1 = none, the choices alone decide. */
  suggestion: number('Suggestion', { default: -1, min: -1, max: 1000, isWhole: true }),
  choices: list('Points', choiceFields, {
    maxLength: 100,
    example: [{ adds: true, points: [{ x: 8, y: 8, kind: 'in' }] }],
  }),
  /** Bounding box of the matte, photo px. */
  box: group('Size', {
    x: coordinate('X'),
    y: coordinate('Y'),
    width: length('Width'),
    height: length('Height'),
  }),
} as const satisfies Fields)

/** The record of what was lifted. */
export type Lifted = Values<(typeof liftedField)['fields']>
