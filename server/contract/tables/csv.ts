/**
 * Reads tables: CSV (RFC 4180) with any separator, and cells pasted from a spreadsheet. A quotation mark opens a quoted
 * cell only if its closing mark ends the cell. Papa Parse loses the following cells if the closing mark is inside the
 * cell.
 */
import { checkTableSize, TableError } from './tableText.ts'

export interface Table {
  /** Names of the columns, trimmed. Columns without a name are left out. */
  columns: string[]
  /** The rows, by column. `withHeader` leaves out the last columns of a short row; `parseTable` fills them with ''. */
  rows: Record<string, string>[]
}

export interface TableRules {
  /** Cells pasted from the clipboard. They are separated by tabs, or are one column. */
  isPasted?: boolean
  /**
   * Returns true if `row`, the first row, is a header. By default, a file's first row of several cells is a header, and
   * pasted cells have no header.
   */
  isHeader?(row: readonly string[]): boolean
}

/**
 * Parses a table into rows of cells, without the empty columns and rows at its end. An empty row in between has no
 * cell.
 * @throws {TableError} if the table is too large, or if a file has an open quotation mark
 */
export function parseRecords(table: string, rules: TableRules = {}): string[][] {
  checkTableSize(table.length)
  const text = table.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const [line = '', named] = /^"?sep=([^"\n])"?[^\S\n]*(?:\n|$)/i.exec(text) ?? []
  const body = text.slice(line.length)
  const { isPasted = false } = rules
  return withoutEmptyEnds([...recordsOf(body, named ?? separatorOf(body, rules), !isPasted)])
}

/**
 * Removes the columns and rows at the end whose cells are all empty. Each other empty row becomes a row without cells.
 */
function withoutEmptyEnds(records: readonly string[][]): string[][] {
  const lengths = records.map((cells) => cells.findLastIndex((cell) => cell.trim() !== '') + 1)
  const width = lengths.reduce((most, length) => Math.max(most, length), 0)
  const height = lengths.findLastIndex((length) => length > 0) + 1
  return records.slice(0, height).map((cells, i) => (lengths[i] ? cells.slice(0, width) : []))
}

/**
 * Returns the rows below the header by column. Skips empty rows. @throws {TableError} if the header names no column or
 * names a column twice, or if a row is longer than the header
 */
export function withHeader(records: readonly (readonly string[])[]): Table {
  const header = records.findIndex(({ length }) => length > 0)
  const names = (records[header] ?? []).map((name) => name.trim().replace(/\s+/g, ' '))
  const columns = names.filter((name) => name !== '')
  if (columns.length === 0) throw new TableError('no-columns')
  const seen = new Set<string>()
  const name = columns.find((each) => seen.size === seen.add(each.toLowerCase()).size)
  if (name !== undefined) throw new TableError('same-columns', { name })
  const rows = records.slice(header + 1).flatMap((cells, i) => {
    if (cells.length > names.length)
      throw new TableError('long-row', { row: header + i + 2, cells: cells.length, columns: names.length })
    const named = names.flatMap((name, c) => (name && c < cells.length ? [[name, cells[c] ?? ''] as const] : []))
    return cells.length > 0 ? [Object.fromEntries(named)] : []
  })
  return { columns, rows }
}

/**
 * Parses a table whose first row names the columns. Missing cells at the end of a row are empty. @throws {TableError}
 * for an invalid table
 */
export function parseTable(text: string): Table {
  const { columns, rows } = withHeader(parseRecords(text))
  const empty = Object.fromEntries(columns.map((name) => [name, '']))
  return { columns, rows: rows.map((row) => ({ ...empty, ...row })) }
}

/** The usual separators, in order of preference if several fit equally well. */
const SEPARATORS = ['\t', ';', '|', ',']

/** Placeholder separator for a table with one column. A table never contains this character. */
const NONE = '\0'

/** Number of rows that are compared to find the separator. */
const SAMPLED_ROWS = 50

/**
 * Returns the separator that makes the first row a header. If no separator does, only tabs separate pasted cells, and a
 * comma before a space is punctuation. Of several separators, returns the one that gives most rows the same length.
 */
function separatorOf(text: string, rules: TableRules): string {
  const { isPasted = false, isHeader = ({ length }: readonly string[]) => !isPasted && length > 1 } = rules
  const samples = [...SEPARATORS, NONE].map((separator) => ({ separator, rows: sample(text, separator) }))
  const empty = samples.find(({ rows }) => rows.length === 0)
  if (empty) return empty.separator
  const found = samples.filter(({ separator, rows }) => separator === NONE || (rows[0]?.length ?? 0) > 1)
  const headed = found.filter(({ rows }) => isHeader((rows[0] ?? []).map((name) => name.trim())))
  const plain = found.filter(({ separator, rows }) => separator === '\t' || !(isPasted || isSentence(rows)))
  const share = ({ rows }: (typeof samples)[0]) =>
    rows.filter(({ length }) => length === rows[0]?.length).length / rows.length
  const pool = headed.length > 0 ? headed : plain.filter(({ separator }) => separator !== NONE)
  return pool.toSorted((a, b) => share(b) - share(a))[0]?.separator ?? NONE
}

/** Returns true if a space follows each separator, as in "Rome, Italy". */
const isSentence = (rows: readonly (readonly string[])[]): boolean =>
  rows.every(([, ...rest]) => rest.every((cell) => cell.startsWith(' ')))

/** Returns the first rows that aren't empty, at most SAMPLED_ROWS. */
function sample(text: string, separator: string): string[][] {
  const rows: string[][] = []
  for (const row of recordsOf(text, separator, false))
    if (row.some((cell) => cell.trim() !== '') && rows.push(row) === SAMPLED_ROWS) break
  return rows
}

/**
 * Returns the records of a CSV text in linear time. A cell whose quotation marks don't enclose it is taken literally,
 * such as `5" x 7"`. @throws {TableError} if `isStrict` is true and a quotation mark isn't closed
 */
function* recordsOf(text: string, separator: string, isStrict: boolean): Generator<string[]> {
  const ends = new RegExp(`[\\n\\u${separator.charCodeAt(0).toString(16).padStart(4, '0')}]`, 'g')
  const endFrom = (at: number) => {
    ends.lastIndex = at
    return ends.test(text) ? ends.lastIndex - 1 : text.length
  }
  let record: string[] = []
  for (let [at, row] = [0, 1]; at <= text.length; ) {
    const closing = text[at] === '"' ? closingQuote(text, at) : null
    if (isStrict && closing === -1) throw new TableError('open-quote', { row })
    const after = closing === null || closing === -1 ? -1 : afterSpaces(text, closing + 1, separator)
    const isQuoted = after !== -1 && (after === text.length || text[after] === '\n' || text[after] === separator)
    const end = isQuoted ? after : endFrom(at)
    record.push(isQuoted ? text.slice(at + 1, closing ?? 0).replaceAll('""', '"') : text.slice(at, end))
    at = end + 1
    if (text[end] === separator) continue
    yield record
    record = []
    row++
    if (at === text.length) return // the last row ended with a line break
  }
}

/** Returns the index of the mark that closes the quotation, or -1. Doubled marks don't close it. */
function closingQuote(text: string, opening: number): number {
  const QUOTE = 0x22
  for (let at = opening + 1; at < text.length; at++)
    if (text.charCodeAt(at) === QUOTE && text.charCodeAt(++at) !== QUOTE) return at - 1
  return -1
}

function afterSpaces(text: string, from: number, separator: string): number {
  let at = from
  while (text[at] === ' ' && separator !== ' ') at++
  return at
}
