import { afterEach, expect, it } from 'vitest'
import { catalogue } from '#client/kit/i18n/translate.ts'
import { parseRecords } from '#server/contract/tables/csv.ts'
import { decodeTable } from '#server/contract/tables/tableText.ts'
import { DUPLICATES, TABLES } from '../../../tests/helpers/tables.ts'
import { unusedRowsText } from './batchTexts.ts'
import { isHeaderOf, readWords } from './readWords.ts'

const FIELDS = [
  { key: 'role1', words: 'Your title', names: ['heading', 'text2'] },
  { key: 'number1', words: '$29', names: ['', 'text1'] },
]
const PHOTOS = ['a.jpg', 'b.png', 'c.png']
const named = (names: readonly string[]) => names.map((name) => ({ name }))
const read = (records: string[][], from?: { row: number; column: number }) =>
  Object.fromEntries(readWords(records, FIELDS, named(PHOTOS), from).words)

it('cells pasted without a header row fill the table from the focused cell', () => {
  expect(read([['Anna', '12', 'more'], ['Noa']])).toEqual({ 0: { role1: 'Anna', number1: '12' }, 1: { role1: 'Noa' } })
  expect(read([['12'], ['14'], ['16']], { row: 1, column: 1 })).toEqual({ 1: { number1: '12' }, 2: { number1: '14' } })
})

it("pasted cells whose first text equals the template's own text are data", () => {
  expect(read([['$29'], ['$35']], { row: 1, column: 1 })).toEqual({ 1: { number1: '$29' }, 2: { number1: '$35' } })
  expect(read([['Your title', 'Lamp'], ['Chair']], { row: 0, column: 0 })).toEqual({
    0: { role1: 'Your title', number1: 'Lamp' },
    1: { role1: 'Chair' },
  })
})

it.each([[['Text2', 'x']], [['your title', '$29']], [['Photo', 'x']]])(
  'the pasted row %j is a header, wherever it is pasted',
  (header) => {
    expect(read([header, ['a.jpg', '$35']], { row: 2, column: 1 })[0]).toBeDefined()
  },
)

it.each(['your title', 'HEADING', 'text2', 'role1'])('a pasted column with the header "%s" fills the title', (name) => {
  expect(
    read([
      [name, 'City'],
      ['Anna', 'Köln'],
    ]),
  ).toEqual({ 0: { role1: 'Anna', city: 'Köln' } })
})

afterEach(() => catalogue.activate('en'))

it.each([
  ['de', 'Foto'],
  ['ja', '写真'],
])('a table can name the column "photo" in the language of %s', async (locale, name) => {
  const { default: messages } = await import(`../../kit/i18n/languages/${locale}.json`)
  catalogue.loadAndActivate({ locale, messages })
  const wanted = { 1: { role1: 'Noa' }, 0: { role1: 'Anna' } }
  const table = `${name};heading\nb;Noa\na;Anna\n`
  const records = parseRecords(table, { isHeader: isHeaderOf(FIELDS) })
  expect(read(records)).toEqual(wanted)
  expect(read(records, { row: 0, column: 0 })).toEqual(wanted)
  catalogue.activate('en')
  expect(read(records), 'after the user has changed the language').toEqual(wanted)
})

it('a translated name of the column "photo" is text if it is the only cell or the name of a text layer', async () => {
  catalogue.loadAndActivate({ locale: 'de', messages: { Photo: 'Foto' } })
  const focus = { row: 0, column: 0 }
  const column = [['Foto'], ['Lampe']]
  for (const texts of [read(column), read(column, focus)])
    expect(texts).toEqual({ 0: { role1: 'Foto' }, 1: { role1: 'Lampe' } })
  const fields = [{ key: 'role1', words: 'Hi', names: ['foto', 'text1'] }, ...FIELDS.slice(1)]
  const cells = [
    ['Foto', '$29'],
    ['Anna', '12'],
  ]
  for (const from of [undefined, focus])
    expect(readWords(cells, fields, named(PHOTOS), from).words.get(0)).toEqual({ role1: 'Anna', number1: '12' })
})

it('a pasted row with a translated name of the column "photo" and other text is data', () => {
  catalogue.loadAndActivate({ locale: 'de', messages: { Photo: 'Foto' } })
  const prices = [
    ['Foto', '5 €'],
    ['Video', '10 €'],
  ]
  const wanted = { 0: { role1: 'Foto', number1: '5 €' }, 1: { role1: 'Video', number1: '10 €' } }
  expect(read(prices, { row: 0, column: 0 })).toEqual(wanted)
})

it('decomposed accents in a column name match the name of the text layer', () => {
  const fields = [{ key: 'role1', words: 'Hello', names: ['größe'] }]
  const records = [['größe'.normalize('NFD')], ['Anna']]
  expect(readWords(records, fields, named(['a.jpg'])).words.get(0)).toEqual({ role1: 'Anna' })
  expect(readWords(records, fields, named(['a.jpg']), { row: 0, column: 0 }).words.get(0)).toEqual({ role1: 'Anna' })
})

it('the column "photo" of a pasted table assigns rows to photos by file name, with or without extension', () => {
  const rows = [
    ['B.PNG', 'Noa'],
    ['shots/a', 'Anna'],
    ['missing.jpg', 'Nobody'],
  ]
  expect(read([['Photo', 'Your title'], ...rows])).toEqual({ 1: { role1: 'Noa' }, 0: { role1: 'Anna' } })
})

const TEXTS = [
  { key: 'role1', words: 'Welcome, dear,\nold friends', names: ['text1'] },
  { key: 'role2', words: 'Rome', names: ['text2'] },
]
type Words = Record<number, Record<string, string>>
function readFile(bytes: Uint8Array | string, photos: Parameters<typeof readWords>[2], isPasted = false): Words {
  const text = typeof bytes === 'string' ? bytes : decodeTable(bytes)
  const records = parseRecords(text, { isPasted, isHeader: isHeaderOf(TEXTS) })
  return Object.fromEntries(readWords(records, TEXTS, photos, isPasted ? { row: 0, column: 0 } : undefined).words)
}
const AB = named(['a.jpg', 'b.jpg'])

it.each(TABLES)('readFile reads $name as the same table from a file and from pasted text', ({ bytes, rows }) => {
  const wanted = Object.fromEntries(rows.map(([, role1, role2], i) => [i, { role1, role2 }]))
  expect(readFile(bytes, AB)).toEqual(wanted)
  expect(readFile(decodeTable(bytes), AB, true)).toEqual(wanted)
})

it('an empty cell below a header leaves the text out, and without a header the field becomes empty', () => {
  for (const isPasted of [false, true]) {
    const words = readFile('photo;text1;text2;City\nb.jpg;Bea;;\na.jpg;Anna', AB, isPasted)
    const left = { role2: ' ', city: '' }
    expect(words, 'spreadsheets leave out separators').toEqual({
      0: { role1: 'Anna', ...left },
      1: { role1: 'Bea', ...left },
    })
  }
  expect(readFile('Anna\t\nBea\tRome', AB, true)[0]).toEqual({ role1: 'Anna', role2: '' })
})

it("commas don't split pasted cells", () => {
  expect(readFile('Hello, dear, old friends\tRome, Italy\nBye, all\tParis\n', AB, true)).toEqual({
    0: { role1: 'Hello, dear, old friends', role2: 'Rome, Italy' },
    1: { role1: 'Bye, all', role2: 'Paris' },
  })
})

it('pasted lines without tabs fill one column', () => {
  const lines = 'Rome, Italy\nParis, France\n'
  expect(readFile(lines, AB, true)).toEqual({ 0: { role1: 'Rome, Italy' }, 1: { role1: 'Paris, France' } })
  expect(readFile(lines, AB)).toEqual({ 0: { role1: 'Rome, Italy' }, 1: { role1: 'Paris, France' } })
})

it('a header cell with commas and line breaks is one column', () => {
  expect(readFile('"Welcome, dear,\nold friends"\tRome\nAnna\tBea', AB, true)).toEqual({
    0: { role1: 'Anna', role2: 'Bea' },
  })
  expect(readFile('Welcome, dear, old friends\nAnna, Bea', AB)).toEqual({ 0: { role1: 'Anna, Bea' } })
})

it("an empty pasted cell doesn't move the cells below it", () => {
  expect(readFile('Anna\n\nBea', named(['a', 'b', 'c']), true)).toEqual({
    0: { role1: 'Anna' },
    1: {},
    2: { role1: 'Bea' },
  })
})

it('photos with the same name get their table rows in order', () => {
  const words = readFile(DUPLICATES.bytes, named(['IMG_0001.jpg', 'IMG_0001.jpg']))
  expect([words[0]?.role1, words[1]?.role1]).toEqual(['Rome', 'Paris'])
})

it('a single table row applies to every photo with that file name', () => {
  expect(readFile('photo;text1\na;All\n', named(['a.jpg', 'a.png', 'b.jpg']))).toMatchObject({
    0: { role1: 'All' },
    1: { role1: 'All' },
  })
})

it('a notice names the rows that no photo uses', () => {
  const unused = (table: string, photos = AB) => {
    const { words: _, ...rest } = readWords(parseRecords(table, { isHeader: isHeaderOf(TEXTS) }), TEXTS, photos)
    return unusedRowsText(rest)
  }
  expect(unused('photo,text1\na.jpg,Anna\nb,Ben\n')).toBe('')
  expect(unused('photo,text1\na.jpg,One\nbenn.jpg,Ben\n,Carl\nA,Two\na.jpg,Three\n')).toBe(
    'Several rows are for a.jpg. Each photo uses only one row. Rows without a photo weren’t used. ' +
      'These photos aren’t in the batch, so their rows weren’t used: benn.jpg',
  )
  const rows = Array.from({ length: 9 }, (_, i) => `x${i},Hi\n`)
  expect(unused(`photo,text1\n${rows.join('')}`)).toMatch(/: x0, x1, x2, and x3 …$/)
  expect(unused('photo,text1\na,One\na,Two\na,Three\n', named(['a.jpg', 'a.png']))).toContain('rows are for a.')
  for (const table of ['text1\nOne\nTwo\nThree\n', 'One\nTwo\nThree\n'])
    expect(unused(table)).toBe('Rows without a photo weren’t used.')
})

it('thousands of rows with one name are assigned to the photos in order', () => {
  const photos = named(Array.from({ length: 16_000 }, () => 'a.jpg'))
  const words = readFile(`photo,text1\n${photos.map((_, i) => `shoot/${i}/a.jpg,${i}\n`).join('')}`, photos)
  expect(words[15_999]).toEqual({ role1: '15999' })
})
