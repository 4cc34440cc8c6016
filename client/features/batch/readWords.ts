import type { Columns } from '#client/editor/storage/batchStore.ts'
import type { TextField } from '#client/engine/template/withTexts.ts'
import { withHeader } from '#server/contract/tables/csv.ts'
import { indexPaths, type Photo, type PhotoPath } from './photoPaths.ts'

/** Name of the column that names the photo of a row, as on the command line. */
const PHOTO_COLUMN = 'photo'

/** The cell where a table without a header is pasted. `row`: position of the photo, -1 = all photos. */
interface Cell {
  row: number
  column: number
}

type Fields = readonly TextField[]

/** Returns true for a first row that names the column `photo`, or only text layers of the template. */
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
  from?: Cell,
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
  { row, column }: Cell = { row: 0, column: 0 },
): Map<number, Columns> {
  const keys = fields.slice(column).map(({ key }) => key)
  const places = records.slice(0, count - row).map((cells, i) => {
    const texts = keys.slice(0, cells.length).map((key, c) => [key, cells[c]?.trim() ?? ''] as const)
    return [row + i, Object.fromEntries(texts)] as const
  })
  return new Map(places)
}

/**
 * Returns the text by the photo that each row names. Rows that name equal photos belong to these photos in order. A
 * single such row belongs to all of them. A row with a longer path takes precedence.
 */
function wordsByPhoto(rows: readonly Columns[], photos: readonly Photo[]): Map<number, Columns> {
  const photoPaths = indexPaths(photos)
  const named = new Map<PhotoPath, Columns[]>()
  for (const { [PHOTO_COLUMN]: photo = '', ...texts } of rows) {
    const path = photoPaths.find(photo)
    if (path)
      named
        .set(path, named.get(path) ?? [])
        .get(path)
        ?.push(texts)
  }
  const words = new Map<number, Columns>()
  for (const [{ places }, all] of [...named].sort(([a], [b]) => a.depth - b.depth)) {
    const last = places.length === 1 ? all.at(-1) : undefined
    for (const [i, place] of places.entries()) {
      const texts = last ?? (all.length === 1 ? all[0] : all[i])
      if (texts) words.set(place, texts)
    }
  }
  return words
}

/** Returns 'photo' or the key of the field that a header names, or null. */
function keyOf(header: string, fields: Fields): string | null {
  const name = plainName(header)
  if (name === '' || name === PHOTO_COLUMN) return name || null
  return fields.find(({ key, words, names }) => [key, plainName(words), ...names].includes(name))?.key ?? null
}

const plainName = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()
