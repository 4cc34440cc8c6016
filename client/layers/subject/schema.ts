/** The fields of the subject: place and size on a changed background, and outline (spec §3, §5). */
import type { Fields } from '../../kit/base/fields.ts'
import type { LayerOf } from '../../render/kind.ts'
import { cutoutField } from '../../render/matting/cutout.ts'
import { subjectPlaceFields } from '../../render/matting/subjectFields.ts'

export const subjectFields = { ...subjectPlaceFields, cutout: cutoutField } as const satisfies Fields

export type SubjectLayer = LayerOf<'subject', typeof subjectFields>
