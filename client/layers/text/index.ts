import { defineKind } from '../kind.ts'
import { TextNode } from './node.ts'
import { textFields } from './schema.ts'
import { textTransform } from './transform.ts'

export const textKind = defineKind({
  kind: 'text',
  label: 'Text',
  slot: 'placed',
  fields: textFields,
  placement: 'background',
  inputs: (doc) => [doc.photo?.width, doc.photo?.height],
  createNode: (ctx) => new TextNode(ctx),
  transform: textTransform,
})
