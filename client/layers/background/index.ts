import { defineKind } from '../kind.ts'
import { BackgroundNode } from './node.ts'
import { backgroundFields } from './schema.ts'

export const backgroundKind = defineKind({
  kind: 'background',
  label: 'Background',
  fields: backgroundFields,
  placement: 'background',
  limit: 1,
  inputs: (doc) => [doc.photo],
  createNode: (ctx) => new BackgroundNode(ctx),
})
