/** Plans the images to render: their photos, table rows and file names. */

import { basename, dirname, extname, resolve } from 'node:path'
import type { Table } from '#server/contract/tables/csv.ts'
import { byLowerName, fillPlaceholders, placeholdersIn } from '#server/contract/tables/placeholders.ts'
import { safeStem } from '#server/contract/tables/safeStem.ts'
import { type RenderOptions, UsageError } from './options.ts'

export interface PictureOrder {
  photo: string
  /** Number of the row, from 1, or null if there is no table. */
  row: number | null
  /** The new text of text layers, by layer name. */
  texts: Record<string, string>
  /** Values for `{name}` in text, by name. */
  placeholders: Record<string, string>
  /** File name with extension. Unique among all images, ignoring case. */
  file: string
}

/** Column with the path of each row's photo, relative to the table's folder. */
const PHOTO_COLUMN = 'photo'
const EXTENSIONS = { png: 'png', jpeg: 'jpg', webp: 'webp', mp4: 'mp4', webm: 'webm', gif: 'gif' } as const

/**
 * Returns one image per photo or, with a table, per row. The column `photo` names a row's photo. Without this column,
 * all rows use the only photo, or each row uses the photo with its number. Other columns fill `{name}` in text and
 * file names. A column with the name of a text layer sets its text, unless `--set` does. @throws {UsageError} if rows
 * and photos don't match in number, or if a file name contains an unknown placeholder
 */
export function planOrders(options: RenderOptions, table: Table | null): PictureOrder[] {
  const pairs = table ? pairRows(options, table) : options.photos.map((photo) => ({ photo, row: null, values: {} }))
  const counts = new Map<string, number>()
  for (const { photo } of pairs) counts.set(photo, (counts.get(photo) ?? 0) + 1)
  const isReused = [...counts.values()].some((count) => count > 1)
  const template = options.name ?? (isReused ? '{photo}-{n}' : '{photo}')
  const known = ['photo', 'n', ...(table?.columns ?? [])]
  const unknown = placeholdersIn(template).find((name) => !known.some((each) => each.toLowerCase() === name))
  if (unknown !== undefined)
    throw new UsageError(
      `--name: there is no column “${unknown}”. Available: ${known.map((name) => `{${name}}`).join(', ')}.`,
    )
  const digits = String(pairs.length).length
  const unique = createUniqueNames(EXTENSIONS[options.format])
  return pairs.map(({ photo, row, values }, i) => {
    const stem = basename(photo, extname(photo))
    const n = String(i + 1).padStart(digits, '0')
    const named = new Map([...byLowerName(values), ['photo', stem], ['n', n]])
    const file = unique(safeStem(fillPlaceholders(template, named)) || n)
    return { photo, row, texts: mergeTexts(values, options.texts), placeholders: { ...values, photo: stem, n }, file }
  })
}

/** Returns the new text by layer, with the values of `--set` last, because the last value for a layer counts. */
function mergeTexts(row: Record<string, string>, set: Record<string, string>): Record<string, string> {
  return { ...Object.fromEntries(Object.entries(row).filter(([name]) => !Object.hasOwn(set, name))), ...set }
}

type Pair = { photo: string; row: number | null; values: Record<string, string> }

function pairRows({ photos, csv }: RenderOptions, { columns, rows }: Table): Pair[] {
  const column = columns.find((name) => name.toLowerCase() === PHOTO_COLUMN)
  if (rows.length === 0) throw new UsageError('--csv: the table has no row below its header.')
  if (!column && photos.length !== 1 && photos.length !== rows.length)
    throw new UsageError(
      `--csv: ${rows.length} rows and ${photos.length} photos. Give one photo, one per row, or a column "${PHOTO_COLUMN}".`,
    )
  return rows.map((values, i) => {
    const own = column ? values[column] : undefined
    const photo = own
      ? resolve(dirname(csv ?? '.'), own.trim().replaceAll('\\', '/'))
      : photos[photos.length === 1 ? 0 : i]
    if (!photo) throw new UsageError(`--csv: row ${i + 2} has no photo.`)
    return { photo, row: i + 1, values }
  })
}

/** Returns a function that adds a number to a taken file name. Names are compared as case-insensitive systems do. */
function createUniqueNames(extension: string): (stem: string) => string {
  const taken = new Set<string>()
  /** The last number of each stem. The search starts there, so that thousands of equal names take linear time. */
  const numbers = new Map<string, number>()
  return (stem) => {
    const key = keyOf(stem)
    for (let i = (numbers.get(key) ?? 0) + 1; ; i++) {
      const name = i === 1 ? stem : `${stem}-${i}`
      if (taken.has(keyOf(name))) continue
      numbers.set(key, i)
      taken.add(keyOf(name))
      return `${name}.${extension}`
    }
  }
}

const keyOf = (name: string) => name.normalize('NFC').toLowerCase()
