/** The subject stands where the photo shows it; its cutout may have an outline (spec §3, §5). */
import { color, type Fields, flag, group, number } from '../../base/fields.ts'
import type { LayerOf } from '../kind.ts'

export const subjectFields = {
  cutout: group('Cutout outline', {
    enabled: flag('Cutout outline', false),
    width: number('Outline width', { default: 10, min: 1, max: 200, unit: 'px' }),
    color: color('Outline colour', '#ffffff'),
    intensity: number('Outline intensity', { default: 100, min: 1, max: 100, unit: 'percent' }),
  }),
} as const satisfies Fields

export type SubjectLayer = LayerOf<'subject', typeof subjectFields>
