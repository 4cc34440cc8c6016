import type { TextField } from '#client/engine/template/withTexts.ts'
import { withoutExtension } from '#server/contract/safeStem.ts'
import type { Columns } from '../storage/batchStore.ts'

/** Name of the column that names the photo of a row, as on the command line. */
const PHOTO_COLUMN = 'photo'

/** The cell at which a table without a header is pasted. `row`: position of the photo. */
interface Cell {
  row: number
  column: number
}

/**
 * Returns the words of a table by the photo's position, by the same rules as the command line. A first row that names a
 * text or the column `photo` is a header. A header's other columns are values of `{name}`. Without the column `photo`,
 * the rows belong to the photos in order. Without a header, the columns are the fields in order, starting at the given
 * cell.
 */
export function readWords(
  records: readonly (readonly string[])[],
  fields: readonly TextField[],
  photos: readonly string[],
  from: Cell = { row: 0, column: 0 },
): Map<number, Columns> {
  const names = (records[0] ?? []).map((name) => name.trim().toLowerCase())
  const known = names.map((name) => (name === PHOTO_COLUMN ? name : fields.find(hasName(name))?.key))
  const isHeader = known.some((key) => key !== undefined)
  const columns = isHeader ? names.map((name, i) => known[i] ?? name) : fieldKeys(fields, from.column)
  const byName = new Map(photos.flatMap((name, i) => [name, withoutExtension(name)].map((each) => [keyOf(each), i])))
  const words = new Map<number, Columns>()
  for (const [i, record] of records.slice(isHeader ? 1 : 0).entries()) {
    const { [PHOTO_COLUMN]: photo, ...texts } = Object.fromEntries(
      record.flatMap((text, c) => (columns[c] ? [[columns[c], text.trim()]] : [])),
    )
    const place = photo === undefined ? (isHeader ? i : from.row + i) : byName.get(keyOf(photo))
    if (place !== undefined && place < photos.length) words.set(place, texts)
  }
  return words
}

const fieldKeys = (fields: readonly TextField[], from: number) => fields.slice(from).map(({ key }) => key)

const hasName =
  (name: string) =>
  ({ key, words, names }: TextField) =>
    name !== '' && [key, words.replace(/\s+/g, ' ').trim().toLowerCase(), ...names].includes(name)

/** Returns the name of a file in lower case, without its folder. */
const keyOf = (path: string) =>
  path
    .replace(/.*[/\\]/, '')
    .trim()
    .normalize('NFC')
    .toLowerCase()
