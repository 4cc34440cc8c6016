import { defineKind } from '../kind.ts'
import { StickerNode } from './node.ts'
import { stickerFields } from './schema.ts'
import { stickerTransform } from './transform.ts'

export const stickerKind = defineKind({
  kind: 'sticker',
  label: 'Sticker',
  slot: 'placed',
  fields: stickerFields,
  placement: 'foreground',
  createNode: (ctx) => new StickerNode(ctx),
  transform: stickerTransform,
})
