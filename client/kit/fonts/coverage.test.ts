import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { containsSome, scriptNames, subsetsFor, subsetsOf, unicodeRange } from './coverage.ts'
import { FONT_FAMILIES, type FontFamily } from './families.ts'
import { filesFor } from './family.ts'
import { listFont, ownId, unlistFont } from './own/ownFonts.ts'

const lock: Record<string, { files: string[] }> = JSON.parse(
  readFileSync(new URL('../../../scripts/fonts/lock.json', import.meta.url), 'utf8'),
)
const filesOf = ({ id, weights }: FontFamily) =>
  subsetsOf(id).flatMap(({ name }) => weights.map((weight) => `files/${id}-${name}-${weight}-normal.woff2`))

it.each(FONT_FAMILIES)("the fonts' lock file lists every subset of $name", (family) => {
  expect(lock[`@fontsource/${family.id}`]?.files).toEqual([...filesOf(family), 'LICENSE'])
})

it("the subsets of a font family don't overlap", () => {
  for (const { id } of FONT_FAMILIES) {
    const ranges = subsetsOf(id).flatMap(({ ranges }) => ranges.toSorted(([a], [b]) => a - b))
    const sorted = ranges.toSorted(([a], [b]) => a - b)
    for (const [i, [first]] of sorted.entries()) expect(first, id).toBeGreaterThan(sorted[i - 1]?.[1] ?? -1)
  }
})

it.each([
  ['anton', 'Hello', ['latin']],
  ['anton', '', ['latin']],
  ['anton', 'Łódź', ['latin', 'latin-ext']],
  ['oswald', 'Việt Жия', ['latin', 'vietnamese', 'cyrillic']],
  ['oswald', 'Z\u030c', ['latin', 'latin-ext']],
  ['prata', 'Ă', ['latin', 'vietnamese']],
])('text in the font %s with the characters %j needs the subsets %j', (id, text, names) => {
  expect(subsetsFor(id, text).subsets.map(({ name }) => name)).toEqual(names)
})

it('subsetsFor also returns the characters that no subset contains', () => {
  expect(subsetsFor('anton', 'aЖ漢Ж').rest).toBe('Ж漢')
  expect(containsSome('anton', 'Жb')).toBe(true)
  expect(containsSome('anton', 'Ж漢')).toBe(false)
  expect(containsSome('anton', '')).toBe(false)
})

it('filesFor adds the default font for characters that a font family lacks', () => {
  const keys = (text: string) => filesFor('Anton', 400, text)?.map(({ key }) => key.split('/').at(-1))
  expect(keys('aЖ')).toEqual(['anton-400.woff2', 'inter-400.woff2', 'inter-cyrillic-400.woff2'])
  expect(keys('漢字')).toEqual(['anton-400.woff2'])
  expect(filesFor('No such family', 400, 'a')).toBeNull()
})

it('filesFor adds the default font for all characters of an imported font', () => {
  const id = ownId('0'.repeat(64))
  listFont({ id, name: 'Own', weights: [400], blob: new Blob() })
  const keys = filesFor(id, 700, 'aЖ')?.map(({ key }) => key.split('/').at(-1))
  unlistFont(id)
  expect(keys).toEqual([id, 'inter-700.woff2', 'inter-cyrillic-700.woff2'])
})

it('unicodeRange returns the CSS unicode-range of a subset', () => {
  const [latin, hebrew] = subsetsOf('frank-ruhl-libre').filter(({ name }) => name === 'latin' || name === 'hebrew')
  expect(unicodeRange('frank-ruhl-libre', hebrew!)).toMatch(/^U\+307-307,U\+590-5ff,U\+25cc-25cc,/)
  expect(unicodeRange('abeezee', latin!)).toMatch(/^U\+0-ff,/)
})

it("scriptNames returns the names of a font's scripts in the given language", () => {
  expect(scriptNames('inter', 'en')).toEqual(['Vietnamese', 'Cyrillic', 'Greek'])
  expect(scriptNames('cairo', 'de')).toEqual(['Arabisch'])
  expect(scriptNames('abeezee', 'en')).toEqual([])
})
