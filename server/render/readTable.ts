import { readFileSync, statSync } from 'node:fs'
import { parseTable, type Table } from '#server/contract/csv.ts'
import { checkTableSize, decodeTable, TableError } from '#server/contract/tableText.ts'
import { codeOf } from '#server/db/failure.ts'
import { UsageError } from './options.ts'

/** Reads the table of `--csv`. @throws {UsageError} if the file can't be read or isn't a valid table */
export function readTable(path: string): Table {
  try {
    checkTableSize(statSync(path).size)
    return parseTable(decodeTable(readFileSync(path)))
  } catch (error) {
    if (error instanceof TableError) throw new UsageError(`--csv ${path}: ${error.message}`)
    if (codeOf(error) === '') throw error
    throw new UsageError(`Can’t read --csv ${path}: the file doesn’t exist or isn’t readable.`)
  }
}
