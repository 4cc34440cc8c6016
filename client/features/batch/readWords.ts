import type { BatchItem, Columns } from '#client/editor/storage/batchStore.ts'
import type { TextField } from '#client/engine/template/withTexts.ts'
import { withHeader } from '#server/contract/tables/csv.ts'
import { withoutExtension } from '#server/contract/tables/safeStem.ts'

/** Name of the column that names the photo of a row, as on the command line. */
const PHOTO_COLUMN = 'photo'

/** The cell where a table without a header is pasted. `row`: position of the photo, -1 = all photos. */
export interface CellPlace {
  row: number
  column: number
}

type Fields = readonly TextField[]
type Photo = Pick<BatchItem, 'name'>

/**
 * Returns a function that is true for a header row: a row that contains the column `photo`, or only names of the
 * template's text layers.
 */
export const isHeaderOf =
  (fields: Fields) =>
  (row: readonly string[]): boolean => {
    const keys = row.filter((name) => name.trim() !== '').map((name) => keyOf(name, fields))
    return keys.includes(PHOTO_COLUMN) || (keys.length > 0 && !keys.includes(null))
  }

/**
 * Returns the text of a table for each photo's position, by the rules of the command line. A first row that names a
 * text or the column `photo` is a header. A header's other columns are values of `{name}`. Without the column `photo`,
 * the rows belong to the photos in order. Without a header, the columns are the fields in order, starting at `from`,
 * the cell where the table was pasted. If `from` is absent (an imported file), empty rows are skipped. @throws
 * {TableError} for an invalid header
 */
export function readWords(
  records: readonly (readonly string[])[],
  fields: Fields,
  photos: readonly Photo[],
  from?: CellPlace,
): Map<number, Columns> {
  const header = records.find(({ length }) => length > 0) ?? []
  if (header.every((name) => keyOf(name, fields) === null)) {
    const cells = from ? records : records.filter(({ length }) => length > 0)
    return wordsInOrder(cells, fields, photos.length, from)
  }
  const { columns, rows } = withHeader(records)
  const keys = new Map(columns.map((name) => [name, keyOf(name, fields) ?? name.toLowerCase()]))
  const words = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, text]) => [keys.get(name) ?? name, text.trim()])),
  )
  const isNamed = [...keys.values()].includes(PHOTO_COLUMN)
  return isNamed ? wordsByPhoto(words, photos) : new Map([...words.entries()].slice(0, photos.length))
}

function wordsInOrder(
  records: readonly (readonly string[])[],
  fields: Fields,
  count: number,
  { row, column }: CellPlace = { row: 0, column: 0 },
): Map<number, Columns> {
  const keys = fields.slice(column).map(({ key }) => key)
  const places = records.slice(0, count - row).map((cells, i) => {
    const texts = keys.slice(0, cells.length).map((key, c) => [key, cells[c]?.trim() ?? ''] as const)
    return [row + i, Object.fromEntries(texts)] as const
  })
  return new Map(places)
}

/**
 * Returns the text by the photo whose file name each row gives, with or without folder and extension. Rows that name
 * equal photos belong to these photos in order. A single such row belongs to all of them.
 */
function wordsByPhoto(rows: readonly Columns[], photos: readonly Photo[]): Map<number, Columns> {
  const places = new Map<string, number[]>()
  for (const [place, { name }] of photos.entries())
    for (const each of new Set([name, withoutExtension(name)])) append(places, fileName(each), place)
  const named = new Map<string, Columns[]>()
  for (const { [PHOTO_COLUMN]: photo = '', ...texts } of rows) append(named, fileName(photo), texts)
  const words = new Map<number, Columns>()
  for (const [name, all] of named) {
    const equal = (name && places.get(name)) || []
    for (const [i, place] of equal.entries()) {
      const texts = equal.length === 1 ? all.at(-1) : all.length === 1 ? all[0] : all[i]
      if (texts) words.set(place, texts)
    }
  }
  return words
}

function append<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}

/** Returns the last name in a path, in lower case and in Unicode's composed form. */
const fileName = (path: string): string => path.normalize('NFC').toLowerCase().split(/[/\\]/).at(-1)?.trim() ?? ''

/** Returns 'photo' or the key of the field that a header names, or null. */
function keyOf(header: string, fields: Fields): string | null {
  const name = plainName(header)
  if (name === '' || name === PHOTO_COLUMN) return name || null
  return fields.find(({ key, words, names }) => [key, plainName(words), ...names].includes(name))?.key ?? null
}

const plainName = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()
