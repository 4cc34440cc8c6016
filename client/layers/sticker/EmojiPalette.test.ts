import { expect, it } from 'vitest'
import { addRecentEmoji, readRecentEmoji } from './EmojiPalette.tsx'

function storage(kept: string | null = null) {
  let value = kept
  return {
    getItem: () => value,
    setItem(_: string, next: string) {
      value = next
    },
  }
}

it('stores the newest eight emoji without duplicates, newest first', () => {
  const held = storage()
  for (const emoji of [...'😀😁😂🤣😃😄😅😆😉', '😂']) addRecentEmoji(emoji, held)
  expect(readRecentEmoji(held)).toEqual(['😂', '😉', '😆', '😅', '😄', '😃', '🤣', '😁'])
})

it.each(['junk', '{}', '[1, null]'])('reads no recent emoji from %s', (kept) => {
  expect(readRecentEmoji(storage(kept))).toEqual([])
})
