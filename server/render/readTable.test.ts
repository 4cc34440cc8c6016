import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeFolder } from '../../tests/helpers/folders.ts'
import { DUPLICATES, TABLES } from '../../tests/helpers/tables.ts'
import { parseOptions, readTable, UsageError } from './options.ts'
import { planOrders } from './pictures.ts'

function save(content: string | Uint8Array): string {
  const path = join(makeFolder(), 'table.csv')
  writeFileSync(path, content)
  return path
}

const plan = (csv: string) =>
  planOrders(parseOptions(['t.midground', '--out', 'out', '--csv', csv]), readTable(csv)).map(({ photo, texts }) => ({
    ...texts,
    photo,
  }))

it.each([...TABLES, DUPLICATES])('render --csv reads $name', ({ bytes, rows }) => {
  const path = save(bytes)
  const wanted = rows.map(([photo, ...words]) => ({
    photo: join(path, '..', photo ?? ''),
    ...Object.fromEntries(words.map((word, i) => [`text${i + 1}`, word])),
  }))
  expect(plan(path)).toEqual(wanted)
})

it('render --csv accepts Windows paths of photos in a table', () => {
  const path = save('photo,text1\nrome\\IMG_0001.jpg,Rome\n')
  expect(plan(path)).toMatchObject([{ photo: join(path, '..', 'rome', 'IMG_0001.jpg') }])
})

it('thousands of rows with one name get different file names', () => {
  const path = save(`photo,name\n${'a.jpg,Anna\n'.repeat(16_000)}`)
  const names = planOrders(parseOptions(['t', '--out', 'o', '--csv', path, '--name', '{name}']), readTable(path))
  expect(names.at(-1)?.file).toBe('Anna-16000.png')
  expect(new Set(names.map(({ file }) => file)).size).toBe(16_000)
})

it.each([
  ['a spreadsheet', Buffer.from('PK\x03\x04\0\0'), 'This table can’t be read. Save it as “CSV UTF-8”'],
  ['a large file', Buffer.alloc(6e6, 'a'), 'This table is larger than 5 MB. Split it into smaller tables.'],
  ['an open quotation mark', 'photo,text1\na.jpg,"Hello\n', 'A quotation mark in row 2 isn’t closed.'],
])('render --csv rejects %s with an error message', (_, content, sentence) => {
  const path = save(content)
  expect(() => readTable(path)).toThrow(UsageError)
  expect(() => readTable(path)).toThrow(`--csv ${path}: ${sentence}`)
})

it('the error about a missing table of render --csv names the table', () => {
  expect(() => readTable('/nowhere/t.csv')).toThrow('Can’t read --csv /nowhere/t.csv')
})
