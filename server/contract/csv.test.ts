import { expect, it } from 'vitest'
import { CsvError, parseCsv, parseRecords } from './csv.ts'

it.each([
  ['a semicolon', 'a;b\n1,5;2'],
  ['a tab', 'a\tb\n1,5\t2'],
])('parseCsv uses the most frequent separator of the first line: %s', (_, text) => {
  expect(parseCsv(text).rows).toEqual([{ a: '1,5', b: '2' }])
})

it('parseRecords takes the separator from the first line, even if most rows have one field', () => {
  expect(parseRecords('Ada\tOne\nBea\nCem\nDi')).toEqual([['Ada', 'One'], ['Bea'], ['Cem'], ['Di']])
})

it.each(['a'.repeat(5e6), `"${'a""'.repeat(1e6)}"`])('parseCsv reads a first line of megabytes %#', (line) => {
  expect(parseCsv(line).columns).toHaveLength(1)
})

it('parseCsv ignores a byte order mark and empty lines', () => {
  expect(parseCsv('\uFEFFa,b\r1,2\n\n3,4').rows).toEqual([
    { a: '1', b: '2' },
    { a: '3', b: '4' },
  ])
})

it.each([
  ['an unclosed quote', 'a\n"x', 'A quote is not closed.'],
  ['a row with too many fields', 'a,b\n1,2,3', 'Row 2 has 3 fields, the first row has 2.'],
  ['a column without a name', 'a,\n1,2', 'The first row must name every column.'],
  ['two columns with the same name', 'a,A\n1,2', 'Two columns are named "A".'],
  ['an empty file', '', 'The first row must name every column.'],
])('parseCsv refuses %s with a message', (_, text, message) => {
  expect(() => parseCsv(text)).toThrow(new CsvError(message))
})
