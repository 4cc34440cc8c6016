/** RFC 4180, with what spreadsheets add to it: a byte order mark, bare line feeds, and `;` or a tab between fields. */

/** A parsed table. */
export interface Table {
  /** Names of the columns, trimmed. */
  columns: string[]
  /** One record per row, by column. A row that is too short lacks its last columns. */
  rows: Record<string, string>[]
}

/** The text is no table; the message is one sentence. */
export class CsvError extends Error {}

/**
 * Parses CSV, whose first row names the columns; empty lines are skipped. @throws {CsvError} for an open quote, a row
 * with more fields than the header, or columns without or with the same name
 */
export function parseCsv(text: string): Table {
  const records = parseRecords(text.replace(/^\uFEFF/, ''))
  const [header = [], ...rest] = records
  const columns = header.map((name) => name.trim())
  if (columns.length === 0 || columns.some((name) => name === ''))
    throw new CsvError('The first row must name every column.')
  const twice = columns.find(
    (name, i) => columns.findIndex((other) => other.toLowerCase() === name.toLowerCase()) !== i,
  )
  if (twice !== undefined) throw new CsvError(`Two columns are named "${twice}".`)
  const rows = rest.map((fields, i) => {
    if (fields.length > columns.length)
      throw new CsvError(`Row ${i + 2} has ${fields.length} fields, the first row has ${columns.length}.`)
    return Object.fromEntries(fields.map((field, c) => [columns[c] ?? '', field]))
  })
  return { columns, rows }
}

/** Returns comma, semicolon or tab: the one that occurs most often in the first line, outside of quotes. */
function separatorOf(text: string): string {
  const first = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0].replace(/"(?:[^"]|"")*"/g, '') ?? ''
  const count = (separator: string) => first.split(separator).length
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best))
}

/** Empty lines are no records. */
function parseRecords(text: string): string[][] {
  const separator = separatorOf(text)
  const records: string[][] = []
  let record: string[] = []
  let field = ''
  let wasQuoted = false
  const endField = () => {
    record.push(field)
    field = ''
    wasQuoted = false
  }
  const endRecord = () => {
    const isEmpty = record.length === 0 && field === '' && !wasQuoted
    endField()
    if (!isEmpty) records.push(record)
    record = []
  }
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (char === '"' && field === '' && !wasQuoted) {
      const end = closingQuote(text, i + 1)
      field = text.slice(i + 1, end).replaceAll('""', '"')
      wasQuoted = true
      i = end
    } else if (char === separator) endField()
    else if (char === '\n' || char === '\r') {
      if (char === '\r' && text[i + 1] === '\n') i++
      endRecord()
    } else field += char
  }
  if (record.length > 0 || field !== '' || wasQuoted) endRecord()
  return records
}

function closingQuote(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    if (text[i] !== '"') continue
    if (text[i + 1] !== '"') return i
    i++
  }
  throw new CsvError('A quote is not closed.')
}
