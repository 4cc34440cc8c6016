import { color, flag, group, number, type Values } from '../../kit/base/fields.ts'

/** Settings of the outline around the cut-out subject: on or off, width, colour, intensity (spec §3, §5). */
export const cutoutField = group('Cutout outline', {
  enabled: flag('Cutout outline', false),
  width: number('Outline width', { default: 10, min: 1, max: 200, unit: 'px' }),
  color: color('Outline colour', '#ffffff'),
  intensity: number('Outline intensity', { default: 100, min: 1, max: 100, unit: 'percent' }),
})

/** The settings of a cutout's outline. */
export type Cutout = Readonly<Values<(typeof cutoutField)['fields']>>
