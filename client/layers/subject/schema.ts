import type { Fields } from '../../kit/base/fields.ts'
import { fillField } from '../../render/inpainting/fillFields.ts'
import type { LayerOf } from '../../render/kind.ts'
import { cutoutField } from '../../render/matting/separation.ts'
import { subjectPlaceFields } from '../../render/objects/subjectFields.ts'
import { shadowField } from '../../render/shadow/shadowFields.ts'

/** Fields of the subject (spec §3, §5): position, size, fill, outline and shadow. */
export const subjectFields = {
  ...subjectPlaceFields,
  cutout: cutoutField,
  shadow: shadowField,
  fill: fillField,
} as const satisfies Fields

export type SubjectLayer = LayerOf<'subject', typeof subjectFields>
