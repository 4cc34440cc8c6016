/** Tests that letters outside Latin-1 use the family's own glyphs, by measuring them with two fallback fonts. */
import { expect, inject, it, onTestFinished, vi } from 'vitest'
import { subsetsOf } from './coverage.ts'
import { FONT_FAMILIES, type FontFamily } from './families.ts'
import { fontUrl } from './family.ts'
import { loadFont } from './load.ts'

/** Words of Polish, Czech, Turkish, Hungarian, Romanian, Russian, Greek and Vietnamese. */
const WORDS = ['Łśğőțř', 'Жия', 'Ωψ', 'ẩữ']
const FALLBACKS = ['monospace', 'serif'] as const
const SAMPLE = ['Inter', 'Anton', 'Oswald', 'Playfair Display', 'Pacifico', 'Prata', 'Press Start 2P']

const context = document.createElement('canvas').getContext('2d')!

/** Returns the width of a letter, in CSS px. `fallback`: the font that draws a letter that the family lacks. */
function width(letter: string, family: string, fallback: string): number {
  context.font = `400 100px "${family}", ${fallback}`
  return context.measureText(letter).width
}

/** Returns true if the family draws the letter. The letter then has the same width with both fallback fonts. */
const isOwn = (letter: string, family: string) =>
  width(letter, family, FALLBACKS[0]) === width(letter, family, FALLBACKS[1])

/** Loads all files of a family under a different CSS name. Returns the words whose letters these files contain. */
async function wordsOf(family: FontFamily): Promise<string[]> {
  const name = `All of ${family.name}`
  for (const subset of subsetsOf(family.id)) {
    const face = new FontFace(name, `url("${fontUrl(family, 400, subset.name)}")`)
    document.fonts.add(await face.load())
  }
  return WORDS.filter((word) => [...word].every((letter) => isOwn(letter, name)))
}

// this test must be first, because the tests below load the families
it('loading a font for Latin text loads only the Latin subsets', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  onTestFinished(() => fetched.mockRestore())
  const requested = () => fetched.mock.calls.map(([url]) => String(url).split('/').at(-1))
  await loadFont('Gravitas One', 700, 'Hello')
  expect(requested()).toEqual(['gravitas-one-400.woff2'])
  await loadFont('Signika', 700, 'Hello Łódź')
  expect(requested().slice(1)).toEqual(['signika-700.woff2', 'signika-latin-ext-700.woff2'])
})

it('each letter has different widths in the two fallback fonts, so that a missing letter is detected', () => {
  for (const letter of WORDS.join('')) expect(isOwn(letter, 'No Such Family'), letter).toBe(false)
})

it.each(FONT_FAMILIES.filter(({ name }) => inject('isLong') || SAMPLE.includes(name)))(
  'loadFont loads every letter of the sample words that the font $name contains',
  async (family) => {
    const words = await wordsOf(family)
    expect(await loadFont(family.name, 400, WORDS.join(' '))).toBe(true)
    expect([...words.join('')].filter((letter) => !isOwn(letter, family.name))).toEqual([])
  },
)

it('loadFont loads the letters of Polish, Russian, Greek and Vietnamese words in the font Inter', async () => {
  await loadFont('Inter', 400, WORDS.join(' '))
  for (const letter of WORDS.join('')) expect(isOwn(letter, 'Inter'), letter).toBe(true)
})

it('loadFont loads the letters of a Polish word in the font Anton', async () => {
  await loadFont('Anton', 400, WORDS[0])
  for (const letter of WORDS[0]!) expect(isOwn(letter, 'Anton'), letter).toBe(true)
})
