import { expect, it } from 'vitest'
import { emojiParts } from './EmojiText.tsx'

const partsOf = (text: string) => emojiParts(text).map(({ start: _, ...part }) => part)

it('emojiParts separates emoji from letters, digits and signs', () => {
  expect(partsOf('Emoji 👩‍🚀 №1 ❤️ #')).toEqual([
    { text: 'Emoji ', isEmoji: false },
    { text: '👩‍🚀', isEmoji: true },
    { text: ' №1 ', isEmoji: false },
    { text: '❤️', isEmoji: true },
    { text: ' #', isEmoji: false },
  ])
  expect(partsOf('© 2030')).toEqual([{ text: '© 2030', isEmoji: false }])
})
