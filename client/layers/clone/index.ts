import { defineKind } from '../../render/kind.ts'
import { cutoutOf } from './cutoutOf.ts'
import { cloneFields } from './schema.ts'
import { cloneTransform } from './transform.ts'

export const cloneKind = defineKind({
  kind: 'clone',
  label: 'Clone',
  slot: 'clones',
  fields: cloneFields,
  placement: 'background',
  inputs: (doc) => [doc.photo, doc.separation, doc.mend, doc.backdrop, doc.tune.foreground, cutoutOf(doc)],
  transform: cloneTransform,
})
