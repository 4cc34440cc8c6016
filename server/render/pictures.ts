/** Plans the images to render: their photos, table rows and file names. */

import { basename, dirname, extname, resolve } from 'node:path'
import type { Table } from '#server/contract/csv.ts'
import { byLowerName, fillPlaceholders } from '#server/contract/placeholders.ts'
import { safeStem } from '#server/contract/safeStem.ts'
import { type RenderOptions, UsageError } from './options.ts'

export interface PictureOrder {
  photo: string
  /** Number of the row, from 1, or null without a table. */
  row: number | null
  /** The new texts of text layers, by layer name. */
  texts: Record<string, string>
  /** Values for `{name}` in texts, by name. */
  placeholders: Record<string, string>
  /** File name with extension. Unique among all images, ignoring case. */
  file: string
}

/** Column with the path of each row's photo, relative to the table's folder. */
const PHOTO_COLUMN = 'photo'
const EXTENSIONS = { png: 'png', jpeg: 'jpg', webp: 'webp', mp4: 'mp4', webm: 'webm', gif: 'gif' } as const

/**
 * Returns one image per photo or, with a table, per row. The column `photo` names a row's photo. Without this column,
 * all rows use the only photo, or each row uses the photo with its number. Other columns fill `{name}` in texts and
 * file names. A column with the name of a text sets the text, unless `--set` does. @throws {UsageError} if rows and
 * photos don't match in number
 */
export function planOrders(options: RenderOptions, table: Table | null): PictureOrder[] {
  const pairs = table ? pairRows(options, table) : options.photos.map((photo) => ({ photo, row: null, values: {} }))
  const counts = new Map<string, number>()
  for (const { photo } of pairs) counts.set(photo, (counts.get(photo) ?? 0) + 1)
  const isReused = [...counts.values()].some((count) => count > 1)
  const template = options.name ?? (isReused ? '{photo}-{n}' : '{photo}')
  const digits = String(pairs.length).length
  const taken = new Set<string>()
  return pairs.map(({ photo, row, values }, i) => {
    const stem = basename(photo, extname(photo))
    const n = String(i + 1).padStart(digits, '0')
    const named = new Map([...byLowerName(values), ['photo', stem], ['n', n]])
    const file = unique(safeStem(fillPlaceholders(template, named)) || n, EXTENSIONS[options.format], taken)
    return { photo, row, texts: { ...values, ...options.texts }, placeholders: { ...values, photo: stem, n }, file }
  })
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
    const photo = own ? resolve(dirname(csv ?? '.'), own) : photos[photos.length === 1 ? 0 : i]
    if (!photo) throw new UsageError(`--csv: row ${i + 2} has no photo.`)
    return { photo, row: i + 1, values }
  })
}

function unique(stem: string, extension: string, taken: Set<string>): string {
  for (let i = 1; ; i++) {
    const file = `${stem}${i === 1 ? '' : `-${i}`}.${extension}`
    const key = file.normalize('NFC').toLowerCase()
    if (taken.has(key)) continue
    taken.add(key)
    return file
  }
}
