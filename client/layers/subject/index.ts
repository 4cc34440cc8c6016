import { defineKind } from '../kind.ts'
import { isSubjectPainted } from '../shared/branches.ts'
import { SubjectNode } from './node.ts'
import { subjectFields } from './schema.ts'

export const subjectKind = defineKind({
  kind: 'subject',
  label: 'Subject',
  fields: subjectFields,
  placement: 'foreground',
  limit: 1,
  inputs: (doc) => [doc.photo, doc.separation, isSubjectPainted(doc)],
  createNode: (ctx) => new SubjectNode(ctx),
})
