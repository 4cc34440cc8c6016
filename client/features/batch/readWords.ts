import type { BatchItem, Columns } from '#client/editor/storage/batchStore.ts'
import type { TextField } from '#client/engine/template/withTexts.ts'
import { everyTranslation } from '#client/kit/i18n/translate.ts'
import { withHeader } from '#server/contract/tables/csv.ts'
import { withoutExtension } from '#server/contract/tables/safeStem.ts'

/**
 * Name of the column with the photos' file names, as on the command line. The header of several columns may also use the
 * name that the dialog shows, in any language of `everyTranslation`, unless a text layer has this name.
 */
const PHOTO_COLUMN = 'photo'

/** Text that leaves a field empty. An empty string would stand for the template's text. */
export const BLANK = ' '

/** A cell of the table. `row`: position of the photo, or -1 for the row of all photos. */
export interface CellPlace {
  row: number
  column: number
}

/** The text of a table. */
export interface TableWords {
  /** Text by the position of the photo. */
  words: Map<number, Columns>
  /** The photos' names of rows whose photo isn't in the batch. '' for a row without a name. */
  unmatched: string[]
  /** Names of photos with additional rows, which aren't used. */
  repeated: string[]
}

type Fields = readonly TextField[]
type Photo = Pick<BatchItem, 'name'>

/**
 * Returns a function that detects a header row. A header row contains the column `photo`, or only names of the
 * template's text layers.
 */
export const isHeaderOf =
  (fields: Fields) =>
  (row: readonly string[]): boolean => {
    const keys = keysOf(row, fields).filter((_, i) => row[i]?.trim() !== '')
    return keys.includes(PHOTO_COLUMN) || (keys.length > 0 && !keys.includes(null))
  }

/**
 * Returns the text of a table. The rules of the command line apply, and the column `photo` may also have a translated
 * name. If the first row contains the column `photo` or the name of a text field, this row is a header. Pasted cells
 * have a stricter rule (`isPastedHeader`). Other columns of a header are values for placeholders such as `{name}`. An
 * empty or missing cell below the name of a text field leaves the text out. Without the column `photo`, rows are matched
 * to photos in order. Without a header, columns are matched to fields in order. `from`: the cell where the table was
 * pasted, which is the first row and column. For an imported file, `from` is absent, and empty rows are skipped.
 * @throws {TableError} if the header is invalid
 */
export function readWords(
  records: readonly (readonly string[])[],
  fields: Fields,
  photos: readonly Photo[],
  from?: CellPlace,
): TableWords {
  const header = records.find(({ length }) => length > 0) ?? []
  const isHeader = from ? isPastedHeader(header, fields) : keysOf(header, fields).some((key) => key !== null)
  if (!isHeader) {
    const cells = from ? records : records.filter(({ length }) => length > 0)
    return wordsInOrder(cells, fields, photos.length, from)
  }
  const { columns, rows } = withHeader(records)
  const found = keysOf(columns, fields)
  const keys = new Map(columns.map((name, i) => [name, found[i] ?? name.toLowerCase()]))
  const roles = new Set(fields.map(({ key }) => key))
  // spreadsheets leave out the separators of empty cells at the end of a row
  const words = rows.map((row) =>
    Object.fromEntries([...keys].map(([name, key]) => [key, row[name]?.trim() || (roles.has(key) ? BLANK : '')])),
  )
  const isNamed = [...keys.values()].includes(PHOTO_COLUMN)
  return isNamed ? wordsByPhoto(words, photos) : inOrder(words, photos.length)
}

/** Returns the text of the first `count` rows for photos from the position `first`. */
const inOrder = (rows: readonly Columns[], count: number, first = 0): TableWords => ({
  words: new Map(rows.slice(0, count).map((texts, i) => [first + i, texts])),
  unmatched: rows.slice(count).map(() => ''),
  repeated: [],
})

/**
 * Returns true if the first row of pasted cells is a header. The row contains the column `photo`, a field's key or the
 * name of its layer. A translated name of the column `photo` and the template's own texts, for example a price, may be
 * data, unless the row has several columns with only such names.
 */
function isPastedHeader(row: readonly string[], fields: Fields): boolean {
  const cells = row.map(plainName).filter((name) => name !== '')
  const keys = keysOf(cells, fields)
  const names = new Set(fields.flatMap(({ key, names }) => [key, ...names.map(plainName)]))
  if (cells.some((name) => name === PHOTO_COLUMN || names.has(name))) return true
  return cells.length > 1 && !keys.includes(null)
}

function wordsInOrder(
  records: readonly (readonly string[])[],
  fields: Fields,
  count: number,
  { row, column }: CellPlace = { row: 0, column: 0 },
): TableWords {
  const keys = fields.slice(column).map(({ key }) => key)
  const rows = records.map((cells) =>
    Object.fromEntries(keys.slice(0, cells.length).map((key, c) => [key, cells[c]?.trim() ?? ''])),
  )
  return inOrder(rows, count - row, row)
}

/**
 * Matches rows to photos by the file name in each row, with or without folder and extension. If several rows and
 * several photos have the same name, they are matched in order. If only one row has that name, it applies to all these
 * photos.
 */
function wordsByPhoto(table: readonly Columns[], photos: readonly Photo[]): TableWords {
  const places = new Map<string, number[]>()
  for (const [place, { name }] of photos.entries())
    for (const each of new Set([name, withoutExtension(name)])) append(places, fileName(each), place)
  const rows = table.map(({ [PHOTO_COLUMN]: photo = '', ...texts }) => ({ photo, key: fileName(photo), texts }))
  const named = new Map<string, Columns[]>()
  for (const { key, texts } of rows) append(named, key, texts)
  const words = new Map<number, Columns>()
  for (const [name, all] of named) {
    const equal = (name && places.get(name)) || []
    for (const [i, place] of equal.entries()) {
      const texts = equal.length === 1 ? all.at(-1) : all.length === 1 ? all[0] : all[i]
      if (texts) words.set(place, texts)
    }
  }
  const used = new Set(words.values())
  const unused = rows.filter(({ texts }) => !used.has(texts))
  const isKnown = ({ key }: (typeof rows)[0]) => key !== '' && places.has(key)
  return {
    words,
    unmatched: unused.filter((row) => !isKnown(row)).map(({ photo }) => photo),
    repeated: [...new Set(unused.filter(isKnown).map(({ photo }) => photo))],
  }
}

function append<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}

/** Returns the last part of a path, in lower case and in Unicode's composed form (NFC). */
const fileName = (path: string): string => path.normalize('NFC').toLowerCase().split(/[/\\]/).at(-1)?.trim() ?? ''

/**
 * Returns 'photo' or the key of the text field for each column name, or null if neither matches. A translated name of the
 * column 'photo' counts only next to another name, because a list in one column may begin with this word.
 */
function keysOf(row: readonly string[], fields: Fields): (string | null)[] {
  const names = row.map(plainName)
  const translated = names.filter((name) => name !== '').length > 1 ? everyTranslation('Photo').map(plainName) : []
  return names.map((name) => {
    if (name === '') return null
    if (name === PHOTO_COLUMN) return PHOTO_COLUMN
    const field = fields.find(({ key, words, names }) => [key, words, ...names].map(plainName).includes(name))
    return field?.key ?? (translated.includes(name) ? PHOTO_COLUMN : null)
  })
}

/** Returns the text with single spaces, in lower case and in Unicode's composed form (NFC). */
const plainName = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()
