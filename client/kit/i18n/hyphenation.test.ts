import { expect, it } from 'vitest'
import { DIVISION, isHyphenationLoaded, loadHyphenation, withDivisions } from './hyphenation.ts'

it.each([
  ['Donaudampfschifffahrtsgesellschaft', 'Donau|dampf|schiff|fahrts|ge|sell|schaft'],
  ['LEBENSMITTELGESCHÄFT am Platz', 'LEBENS|MIT|TEL|GE|SCHÄFT am Platz'],
  ['internationalization', 'inter|na|tion|al|iza|tion'],
  ['Hello World', 'Hello World'],
  ['Straßenbahn', 'Straßenbahn'],
  ['Państwowego', 'Państwowego'],
  ['достопримечательность', 'достопримечательность'],
])('the text %s may be hyphenated as %s', async (text, divided) => {
  await loadHyphenation(text)
  expect(isHyphenationLoaded(text)).toBe(true)
  expect(withDivisions(text).replaceAll(DIVISION, '|')).toBe(divided)
})
