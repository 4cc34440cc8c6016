import { UserRound } from 'lucide-react'
import { defineKind } from '../../render/kind.ts'
import { liftedKey } from '../../render/objects/lifted.ts'
import { subjectBranch } from '../../render/photo/branches.ts'
import { subjectFields } from './schema.ts'
import { subjectTransform } from './transform.ts'

/** The kind of the subject. */
export const subjectKind = defineKind({
  kind: 'subject',
  label: 'Subject',
  icon: UserRound,
  lengths: ['cutout.width'],
  photoFields: ['fill.strokes'],
  slot: 'subject',
  fields: subjectFields,
  placement: 'foreground',
  limit: 1,
  inputs: (doc) => [doc.photo, doc.separation, doc.mend, doc.backdrop, subjectBranch(doc)?.set, liftedKey(doc)],
  transform: subjectTransform,
})
