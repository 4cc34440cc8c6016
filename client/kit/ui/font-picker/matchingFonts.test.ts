import { expect, it } from 'vitest'
import { matchingFonts } from './useFontSearch.ts'

const families = ['Inter', 'Roboto', 'Roboto Mono', 'DM Mono', 'Space Mono'].map((name) => ({
  name,
  category: name.endsWith('Mono') ? 'mono' : 'sans',
}))
const names = (query: string, category: string | null = null) =>
  matchingFonts(families, query, category).map(({ name }) => name)

it.each([
  ['', ['Inter', 'Roboto', 'Roboto Mono', 'DM Mono', 'Space Mono']],
  ['mono', ['Roboto Mono', 'DM Mono', 'Space Mono']],
  ['MONO rob', ['Roboto Mono']],
  ['  s ', ['Space Mono']],
  ['zzz', []],
])('the search %j finds only font names that contain every word of the search', (query, found) => {
  expect(names(query)).toEqual(found)
})

it('the search lists names that begin with the query first', () => {
  expect(
    matchingFonts(
      [
        { name: 'Red Hat', category: '' },
        { name: 'Hat', category: '' },
      ],
      'hat',
      null,
    )[0]?.name,
  ).toBe('Hat')
})

it('the search finds fonts by their scripts', () => {
  const fonts = [
    { name: 'Inter', category: '', scripts: ['Cyrillic', 'Greek'] },
    { name: 'Anton', category: '' },
  ]
  expect(matchingFonts(fonts, 'greek', null).map(({ name }) => name)).toEqual(['Inter'])
  expect(matchingFonts(fonts, 'anton greek', null)).toEqual([])
})

it('the search ignores accents', () => {
  expect(matchingFonts([{ name: 'Josefin Été', category: '' }], 'ete', null)).toHaveLength(1)
})

it('a search in a category finds only fonts of that category', () => {
  expect(names('roboto', 'mono')).toEqual(['Roboto Mono'])
})

it('a search with missing letters finds the font whose name has the letters in order', () => {
  expect(names('rbt')).toEqual(['Roboto', 'Roboto Mono'])
})
