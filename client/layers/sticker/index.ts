import { Smile } from 'lucide-react'
import { t } from '#client/kit/i18n/translate.ts'
import { defineKind } from '#client/render/kind.ts'
import { placedInputs } from '../placement/placed.ts'
import { stickerFields } from './schema.ts'
import { stickerTransform } from './transform.ts'

export const stickerKind = defineKind({
  kind: 'sticker',
  label: 'Sticker',
  icon: Smile,
  describe: ({ type, content }) => ({
    name: type === 'emoji' ? t('Emoji {emoji}', { emoji: content }) : t('Sticker'),
  }),
  assetOf: ({ type, content }) => (type === 'image' ? content : null),
  style: ['opacity', 'glow', 'shadow'],
  lengths: ['scale', 'glow.intensity'],
  slot: 'placed',
  staysReadable: true,
  fields: stickerFields,
  placement: 'foreground',
  inputs: placedInputs,
  transform: stickerTransform,
})
