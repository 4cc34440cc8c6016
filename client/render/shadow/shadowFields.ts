import { choice, color, flag, group, number, type Values } from '#client/kit/values/fields.ts'

const degrees = (label: string, value: number) => number(label, { default: value, min: 0, max: 360, unit: 'degrees' })
const percent = (label: string, value: number, max: number, min = 0) =>
  number(label, { default: value, min, max, unit: 'percent' })

/**
 * Shadow settings. A `drop` shadow is displaced, as on a wall behind the layer. A `ground` shadow lies on the floor.
 * Lengths are percent of the layer's longer side, because a shadow scales with its layer. Angles are clockwise from the
 * right.
 */
export const shadowField = group('Shadow', {
  enabled: flag('Shadow', false),
  type: choice('Shadow type', ['drop', 'ground'], 'drop', { drop: 'Drop shadow', ground: 'Ground shadow' }),
  color: color('Shadow color', '#000000'),
  opacity: number('Shadow opacity', { default: 45, min: 0, max: 100, isWhole: true, unit: 'percent' }),
  angle: degrees('Shadow angle', 60),
  distance: percent('Shadow distance', 4, 50),
  /** Blur radius, which is twice the standard deviation, as in CSS. */
  blur: percent('Shadow blur', 6, 30),
  direction: degrees('Shadow direction', 320),
  /** Length of the shadow on the ground, percent of the layer's height. */
  length: percent('Shadow length', 60, 200, 10),
  softness: percent('Shadow softness', 50, 100),
  contact: percent('Contact shadow', 60, 100),
})

export type ShadowFields = Readonly<Values<(typeof shadowField)['fields']>>
