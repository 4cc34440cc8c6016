/** Reads CSV (RFC 4180). Also accepts a byte order mark, bare line feeds, and `;` or a tab between fields. */
import Papa from 'papaparse'

export interface Table {
  /** Names of the columns, trimmed. */
  columns: string[]
  /** The rows, by column. A short row lacks the last columns. */
  rows: Record<string, string>[]
}

/** The text isn't a valid table. The message is a sentence. */
export class CsvError extends Error {}

/** Parses CSV whose first row names the columns. @throws {CsvError} for an open quote, a long row or invalid columns */
export function parseCsv(text: string): Table {
  const records = parseRecords(text)
  const [header = [], ...rest] = records
  const columns = header.map((name) => name.trim())
  if (columns.length === 0 || columns.some((name) => name === ''))
    throw new CsvError('The first row must name every column.')
  const seen = new Set<string>()
  const twice = columns.find((name) => seen.size === seen.add(name.toLowerCase()).size)
  if (twice !== undefined) throw new CsvError(`Two columns are named "${twice}".`)
  const rows = rest.map((fields, i) => {
    if (fields.length > columns.length)
      throw new CsvError(`Row ${i + 2} has ${fields.length} fields, the first row has ${columns.length}.`)
    return Object.fromEntries(fields.map((field, c) => [columns[c] ?? '', field]))
  })
  return { columns, rows }
}

/** Returns the most frequent separator of the first line. Papa Parse guesses only if most rows have two fields. */
function separatorOf(text: string): string {
  const counts: Record<string, number> = { ',': 0, ';': 0, '\t': 0 }
  let isQuoted = false
  for (const char of text) {
    if (char === '"') isQuoted = !isQuoted
    if (!isQuoted && (char === '\r' || char === '\n')) break
    const count = isQuoted ? undefined : counts[char]
    if (count !== undefined) counts[char] = count + 1
  }
  return Object.keys(counts).reduce((best, each) => ((counts[each] ?? 0) > (counts[best] ?? 0) ? each : best))
}

/** Parses rows of fields without a header. Skips empty lines. @throws {CsvError} for an unclosed quote */
export function parseRecords(text: string): string[][] {
  const { data, errors } = Papa.parse<string[]>(text.replace(/\r\n?/g, '\n'), {
    newline: '\n',
    delimiter: separatorOf(text),
    skipEmptyLines: true,
  })
  if (errors.some(({ code }) => code === 'MissingQuotes')) throw new CsvError('A quote is not closed.')
  return data
}
