import { expect, it } from 'vitest'
import { editWords, moveOffset, wrapWords } from './wrappedWords.ts'

it.each([
  ['HELLO WORLD', 'HELLO\nWORLD', 'HELLO\nWORLD'],
  ['HELLO WORLD ', 'HELLO\nWORLD', 'HELLO\nWORLD '],
  ['  HELLO  WORLD', 'HELLO\nWORLD', '  HELLO \nWORLD'],
  ['A B\n\nC D', 'A\nB\n\nC\nD', 'A\nB\n\nC\nD'],
  ['写真編集', '写真\n編集', '写真\n編集'],
  ['die Donaudampfer', 'die Donau-\ndampfer', 'die Donau-\ndampfer'],
])('the text field shows the line breaks of %j', (text, wrapped, shown) => {
  expect(wrapWords(text, wrapped).shown).toBe(shown)
})

it.each([
  ['a letter', 'HELLO\nWORLDS', 'HELLO WORLDS'],
  ['a letter before a line break', 'HELLOS\nWORLD', 'HELLOS WORLD'],
  ['a line break', 'HEL\nLO\nWORLD', 'HEL\nLO WORLD'],
])('typing %s adds only that character to the text', (_, edited, text) => {
  expect(editWords(wrapWords('HELLO WORLD', 'HELLO\nWORLD'), edited).text).toBe(text)
})

it('deleting an automatic line break deletes the space that the line break replaced', () => {
  expect(editWords(wrapWords('HELLO WORLD', 'HELLO\nWORLD'), 'HELLOWORLD').text).toBe('HELLOWORLD')
})

it("typing into text without spaces doesn't turn automatic line breaks into text", () => {
  const first = editWords(wrapWords('写真編集', '写真\n編集'), '写真\n編集を')
  const second = editWords(first, '写真は\n編集を')
  expect([first.text, second.text]).toEqual(['写真編集を', '写真は編集を'])
})

it("typing into a hyphenated word doesn't insert the displayed hyphen and line break", () => {
  const shown = wrapWords('Donaudampfer', 'Donau-\ndampfer')
  expect(editWords(shown, 'Donau-\ndampfers').text).toBe('Donaudampfers')
  expect(editWords(shown, 'DonaU-\ndampfer').text).toBe('DonaUdampfer')
  expect(moveOffset(7, shown, wrapWords('Donaudampfer', 'Donaudampfer')), 'before d').toBe(5)
})

it('the caret stays after the typed letter even if an automatic line break moves', () => {
  const before = wrapWords('写真編集', '写真\n編集')
  const after = wrapWords('写真編集', '写\n真編集')
  expect(moveOffset(4, before, after), 'behind 編').toBe(4)
  expect(moveOffset(2, before, after), 'behind 真').toBe(3)
  expect(moveOffset(8, wrapWords('HELLO WORLD', 'HELLO WORLD'), wrapWords('HELLO WORLD', 'HELLO\nWORLD'))).toBe(8)
})
