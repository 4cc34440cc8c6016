import { number } from '#client/kit/base/fields.ts'

/** The quality field that lossy formats share: 1 = smallest file, 100 = fewest artefacts. */
export const quality = number('Quality', { default: 92, min: 1, max: 100, isWhole: true, unit: 'percent' })
