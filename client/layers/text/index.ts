import { defineKind } from '../kind.ts'
import { placedInputs } from '../shared/placed.ts'
import { TextNode } from './node.ts'
import { textFields } from './schema.ts'
import { textTransform } from './transform.ts'

export const textKind = defineKind({
  kind: 'text',
  label: 'Text',
  slot: 'placed',
  fields: textFields,
  placement: 'background',
  inputs: placedInputs,
  createNode: (ctx) => new TextNode(ctx),
  transform: textTransform,
})
