import { defineFeature } from '#client/editor/host/defineFeature.ts'
import { stickerKind } from '#client/layers/sticker/index.ts'

/** Emojis: emoji from a picker, and the user's images as stickers. Begin with `EmojiTab.tsx`. */
export const stickers = defineFeature({
  id: 'stickers',
  panels: [
    {
      id: 'emojis',
      place: 20,
      label: 'Emojis',
      icon: stickerKind.icon,
      kind: stickerKind.kind,
      shortcut: 'E',
      prompt: 'Please upload an image first to add emojis and stickers',
      words: 'Sticker, Smiley',
      tour: {
        title: 'Emojis and stickers',
        text: 'Add an emoji, or upload your own image as a sticker.',
      },
      load: () => import('./EmojiTab.tsx'),
    },
  ],
})
