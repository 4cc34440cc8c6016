import { expect, it } from 'vitest'
import { parseTable } from '#server/contract/tables/csv.ts'
import { parseOptions, UsageError } from './options.ts'
import { planOrders } from './pictures.ts'

const options = (...args: string[]) => parseOptions(['d.midground', '--out', 'out', ...args])
const files = (...args: Parameters<typeof planOrders>) => planOrders(...args).map(({ file }) => file)
const table = (...rows: Record<string, string>[]) => ({ columns: Object.keys(rows[0] ?? {}), rows })

it('images of photos with the same name get different names', () => {
  expect(files(options('a/x.jpg', 'b/X.png', 'c/y.heic', '--format', 'jpeg'), null)).toEqual([
    'x.jpg',
    'X-2.jpg',
    'y.jpg',
  ])
})

it('planOrders numbers the images if all rows of the table use the same photo', () => {
  const planned = planOrders(
    options('x.jpg', '--csv', 't.csv', '--set', 'text1=Fixed'),
    table({ text1: 'a', city: 'Köln' }, { text1: 'b', city: 'רמת גן' }),
  )
  expect(planned.map(({ file, row }) => [file, row])).toEqual([
    ['x-1.png', 1],
    ['x-2.png', 2],
  ])
  expect(planned[0]?.texts.text1).toBe('Fixed')
  expect(planned[1]?.placeholders).toMatchObject({ city: 'רמת גן', n: '2', photo: 'x' })
})

it('the text of --set follows the text of the table, so that it takes precedence', () => {
  const [first] = planOrders(
    options('x.jpg', '--csv', 't.csv', '--set', 'text1=Fixed'),
    table({ text1: 'a', Title: 'b' }),
  )
  expect(Object.entries(first?.texts ?? {})).toEqual([
    ['Title', 'b'],
    ['text1', 'Fixed'],
  ])
})

it('planOrders rejects a placeholder in --name without a column', () => {
  expect(() => planOrders(options('x.jpg', '--name', '{photo}-{nmae}'), null)).toThrow(
    new UsageError('--name: there is no column “nmae”. Available: {photo}, {n}.'),
  )
  expect(files(options('x.jpg', '--csv', 't.csv', '--name', '{ NAME }'), table({ name: 'Zoë' }))).toEqual(['Zoë.png'])
})

it("a photo path in a table row is relative to the table's folder", () => {
  const [first] = planOrders(options('--csv', '/data/t.csv'), table({ Photo: 'p/a.jpg', name: 'Zoë' }))
  expect(first).toMatchObject({ photo: '/data/p/a.jpg', file: 'a.png' })
})

it("a file name from a table can't point outside the output folder", () => {
  const names = files(
    options('x.jpg', '--csv', 't.csv', '--name', '{City}/{n} {text}'),
    table({ city: '../etc', text: 'a:b' }, { city: 'Köln', text: '..' }),
  )
  expect(names).toEqual(['_etc_1 a_b.png', 'Köln_2.png'])
})

it('a file name from a table is never the name of a device of Windows', () => {
  const names = ['AUX', 'con.x', 'Lpt1 .2', 'Console', 'COM'].map((name) => ({ name }))
  expect(files(options('x.jpg', '--csv', 't.csv', '--name', '{name}'), table(...names))).toEqual([
    'AUX_.png',
    'con_.x.png',
    'Lpt1_ .2.png',
    'Console.png',
    'COM.png',
  ])
})

it('planOrders rejects a table if the numbers of rows and photos differ', () => {
  expect(() =>
    planOrders(options('a.jpg', 'b.jpg', '--csv', 't.csv'), table({ t: '1' }, { t: '2' }, { t: '3' })),
  ).toThrow(new UsageError('--csv: 3 rows and 2 photos. Give one photo, one per row, or a column "photo".'))
})

it.each([
  [['--out', 'o'], 'Missing template'],
  [['d', '--out', 'o'], 'Missing photo'],
  [['d', 'p'], 'Missing --out'],
  [['d', 'p', '--out', 'o', '--format', 'gif'], '--format gif'],
  [['d', 'p', '--out', 'o', '--size', '10'], '--size 10'],
  [['d', 'p', '--out', 'o', '--size', '0x9'], '--size 0x9'],
  [['d', 'p', '--out', 'o', '--jobs', '0'], '--jobs 0'],
  [['d', 'p', '--out', 'o', '--set', 'x'], '--set x'],
  [['d', 'p', '--out', 'o', '--what'], '--what'],
  [['--design', '#design=1a', '--out', 'o'], 'Missing photo'],
])('parseOptions rejects the arguments %j with the reason', (args, message) => {
  expect(() => parseOptions(args)).toThrow(message)
})

it('a thousand rows with quotes, umlauts and Hebrew get different file names', () => {
  const rows = Array.from({ length: 1000 }, (_, i) => `"Käte ""${i % 10}""; Öl",רמת גן ${i},${i % 2 ? 'ü' : 'u\u0308'}`)
  const data = parseTable(`\uFEFFname,עיר,text1\r\n${rows.join('\r\n')}\r\n`)
  const planned = planOrders(options('x.jpg', '--csv', 't.csv', '--name', '{name} {text1}'), data)
  expect(planned).toHaveLength(1000)
  expect(new Set(planned.map(({ file }) => file.normalize('NFC').toLowerCase())).size).toBe(1000)
  expect(planned[0]?.file).toBe('Käte _0_; Öl u\u0308.png')
  expect(planned[999]?.placeholders).toMatchObject({ עיר: 'רמת גן 999', name: 'Käte "9"; Öl', n: '1000' })
  expect(planned[999]?.texts).toMatchObject({ text1: 'ü' })
})

it.each(['ש', '漢', '👩‍👩‍👧'])('planOrders truncates a long file name of %s between two characters', (letter) => {
  const [file = ''] = files(options('x.jpg', '--csv', 't.csv', '--name', '{long}'), table({ long: letter.repeat(150) }))
  expect(Buffer.byteLength(file)).toBeLessThanOrEqual(204)
  expect(file.slice(0, -'.png'.length).replaceAll(letter, '')).toBe('')
  expect(Buffer.byteLength(file)).toBeGreaterThan(180)
})
