import { expect, it } from 'vitest'
import { parseRecords, parseTable, type TableRules } from './csv.ts'
import { TableError } from './tableText.ts'

const paste = (text: string, rules: TableRules = {}) => parseRecords(text, { isPasted: true, ...rules })

it.each<[string, string, string[][]]>([
  [
    'a semicolon',
    'a;b\n1,5;2',
    [
      ['a', 'b'],
      ['1,5', '2'],
    ],
  ],
  [
    'a tab',
    'a\tb\n1,5\t2',
    [
      ['a', 'b'],
      ['1,5', '2'],
    ],
  ],
  [
    'a bar',
    'a|b\n1,5|2',
    [
      ['a', 'b'],
      ['1,5', '2'],
    ],
  ],
  ['a tab above short rows', 'Ada\tOne\nBea\nCem', [['Ada', 'One'], ['Bea'], ['Cem']]],
  [
    'a semicolon below a header with commas',
    'photo;Hello, dear, old\na;Bye',
    [
      ['photo', 'Hello, dear, old'],
      ['a', 'Bye'],
    ],
  ],
  ['no separator above cells with commas', 'text1\nRome, Italy\n', [['text1'], ['Rome, Italy']]],
  [
    'the separator of the first line',
    'sep=;\r\na,b;c\r\n1;2\r\n',
    [
      ['a,b', 'c'],
      ['1', '2'],
    ],
  ],
  ['an unusual separator of the first line', '\uFEFF"sep=^"\na^b,c\n', [['a', 'b,c']]],
  ['a tab of the first line', 'sep=\t\na,b\tc\n', [['a,b', 'c']]],
])('parseRecords finds %s', (_, text, records) => {
  expect(parseRecords(text)).toEqual(records)
})

it.each<[string, string, string[][]]>([
  [
    'an inch mark',
    'a,5" x 7",Rome\nb,6",Paris',
    [
      ['a', '5" x 7"', 'Rome'],
      ['b', '6"', 'Paris'],
    ],
  ],
  [
    'a quoted first word',
    'a,"12" frame,Rome\nb,"x" y,Paris',
    [
      ['a', '"12" frame', 'Rome'],
      ['b', '"x" y', 'Paris'],
    ],
  ],
  ['doubled marks', '"5"" x 7""","c\nd"', [['5" x 7"', 'c\nd']]],
  ['a space after the closing mark', '"a, b" ,c', [['a, b', 'c']]],
  ['empty quotes', '"",""\nx,""', [[], ['x']]],
])('parseRecords reads %s', (_, text, records) => {
  expect(parseRecords(text)).toEqual(records)
})

it('parseRecords leaves out empty columns and rows at the end of the table', () => {
  expect(parseRecords('photo,text1,,\na,Hello,,\n,,,\nb,,,\n,,,\n\n')).toEqual([
    ['photo', 'text1'],
    ['a', 'Hello'],
    [],
    ['b', ''],
  ])
})

it.each<[string, string, string[][]]>([
  [
    'tabs',
    'Hello, dear\tRome, Italy\nBye, all\tParis\n',
    [
      ['Hello, dear', 'Rome, Italy'],
      ['Bye, all', 'Paris'],
    ],
  ],
  ['one column', 'Rome, Italy\r\n"Two\r\nlines; one cell"\r\n', [['Rome, Italy'], ['Two\nlines; one cell']]],
  [
    'a cell that begins with a quotation mark',
    '"Hello\tRome\n"Hi" x\tParis',
    [
      ['"Hello', 'Rome'],
      ['"Hi" x', 'Paris'],
    ],
  ],
  ['an empty row in between', 'Ada\n\nCem', [['Ada'], [], ['Cem']]],
])('parseRecords reads pasted cells with %s', (_, text, records) => {
  expect(paste(text)).toEqual(records)
})

it('parseRecords prefers the separator that makes the first row a header', () => {
  const isHeader = (row: readonly string[]) => row.includes('photo') || row.join() === 'Hello, dear'
  expect(paste('photo;text1\na;b, c', { isHeader })).toEqual([
    ['photo', 'text1'],
    ['a', 'b, c'],
  ])
  expect(parseRecords('Hello, dear\nAnna\nBea', { isHeader })).toEqual([['Hello, dear'], ['Anna'], ['Bea']])
  expect(parseRecords('Rome, Italy\nParis, France', { isHeader })).toEqual([['Rome, Italy'], ['Paris, France']])
})

it.each(['a'.repeat(5e6 - 1), `"${'a""'.repeat(1e6)}"`])(
  'parseTable reads a first line of several megabytes %#',
  (line) => {
    expect(parseTable(line).columns).toHaveLength(1)
  },
)

it('parseTable ignores a byte order mark, empty rows and columns without a name', () => {
  expect(parseTable('\uFEFF,,\r\n"a\r\nx",,b,,\r1,7,2,,note\n\n,,,\n3,,4').rows).toEqual([
    { 'a x': '1', b: '2' },
    { 'a x': '3', b: '4' },
  ])
})

it('parseTable fills the missing cells of a short row with empty text', () => {
  expect(parseTable('name,price,city\nZoë,12,Köln\nAda').rows[1]).toEqual({ name: 'Ada', price: '', city: '' })
})

it.each([
  ['an open quotation mark', 'a\n"x', 'A quotation mark in row 2 isn’t closed. Close it or remove it, then try again.'],
  ['a long row', 'a,b\n\n1,2,3,', 'Row 3 has 3 cells, but the first row has 2. Put cells that contain a separator'],
  ['two columns with the same name', 'a,A\n1,2', 'Two columns are named “A”. Rename one of them, then try again.'],
  ['an empty file', ',,\n\n', 'The first row of this table must name the columns.'],
  ['a table above the size limit', 'a,b\n'.repeat(2e6), 'This table is larger than 5 MB.'],
])('parseTable rejects %s with a message', (_, text, message) => {
  expect(() => parseTable(text)).toThrow(TableError)
  expect(() => parseTable(text)).toThrow(message)
})
