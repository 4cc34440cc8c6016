/** The subject: where it stands on a changed background, and its outline (spec §3, §5). */
import type { Fields } from '../../base/fields.ts'
import type { LayerOf } from '../kind.ts'
import { cutoutField } from '../photo/cutout.ts'
import { subjectPlaceFields } from '../photo/subjectFields.ts'

export const subjectFields = { ...subjectPlaceFields, cutout: cutoutField } as const satisfies Fields

export type SubjectLayer = LayerOf<'subject', typeof subjectFields>
