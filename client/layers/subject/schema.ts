import type { Fields } from '#client/kit/base/fields.ts'
import { fillField } from '#client/render/inpainting/fillFields.ts'
import type { LayerOf } from '#client/render/kind.ts'
import { cutoutField } from '#client/render/matting/separation.ts'
import { subjectPlaceFields } from '#client/render/objects/subjectFields.ts'
import { shadowField } from '#client/render/shadow/shadowFields.ts'

/** Fields of the subject (spec §3, §5): position, size, fill, outline and shadow. */
export const subjectFields = {
  ...subjectPlaceFields,
  cutout: cutoutField,
  shadow: shadowField,
  fill: fillField,
} as const satisfies Fields

export type SubjectLayer = LayerOf<'subject', typeof subjectFields>
