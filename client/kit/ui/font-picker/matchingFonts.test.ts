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
])('matches every word of %j', (query, found) => {
  expect(names(query)).toEqual(found)
})

it('puts names that begin with the query first', () => {
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

it('a category contains only its own fonts', () => {
  expect(names('roboto', 'mono')).toEqual(['Roboto Mono'])
})
