import { canvasSize } from '../../document/backdrop.ts'
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
  inputs: (doc) => Object.values(canvasSize(doc)),
  createNode: (ctx) => new TextNode(ctx),
  transform: textTransform,
})
