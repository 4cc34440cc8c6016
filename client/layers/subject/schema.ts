import type { Fields } from '../../kit/base/fields.ts'
import { fillField } from '../../render/inpainting/fillFields.ts'
import type { LayerOf } from '../../render/kind.ts'
import { cutoutField } from '../../render/matting/separation.ts'
import { subjectPlaceFields } from '../../render/objects/subjectFields.ts'
import { shadowField } from '../../render/shadow/shadowFields.ts'

/** The fields of the subject: position and size, the fill at its original place, and its outline and shadow (spec §3, §5). */
export const subjectFields = {
  ...subjectPlaceFields,
  cutout: cutoutField,
  shadow: shadowField,
  fill: fillField,
} as const satisfies Fields

/** The layer that shows the cut-out subject. */
export type SubjectLayer = LayerOf<'subject', typeof subjectFields>
