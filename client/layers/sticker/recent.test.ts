import { expect, it } from 'vitest'
import { readRecent, remember } from './recent.ts'

function storage(kept: string | null = null) {
  let value = kept
  return {
    getItem: () => value,
    setItem(_: string, next: string) {
      value = next
    },
  }
}

it('keeps the newest eight, each once, the newest first', () => {
  const held = storage()
  for (const emoji of [...'😀😁😂🤣😃😄😅😆😉', '😂']) remember(emoji, held)
  expect(readRecent(held)).toEqual(['😂', '😉', '😆', '😅', '😄', '😃', '🤣', '😁'])
})

it.each(['junk', '{}', '[1, null]'])('takes no harm from %s', (kept) => {
  expect(readRecent(storage(kept))).toEqual([])
})
