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
  tab: {
    id: 'emojis',
    place: 20,
    label: 'Emojis',
    shortcut: 'E',
    prompt: 'Please upload an image first to add emojis and stickers',
    words: 'Sticker, Smiley',
    tour: {
      title: 'Emojis and stickers',
      text: 'Add an emoji, or upload your own image as a sticker.',
    },
  },
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
