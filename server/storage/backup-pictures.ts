/**
 * Copies of the stored pictures beside the backups of the rows. All backups of a folder share them: a picture never
 * changes, so each is copied once. The rows decide: a picture is removed when no backup of the folder has a row of it, or
 * when its retention time is over, as that of the stored one is. So no copy outlives what the site says about them.
 */
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type Sqlite from 'better-sqlite3'
import { makeFolder, mustBeReadable, mustBeWritable } from '../db/access.ts'
import { withFile } from '../db/backup.ts'
import { operatorErrorOf } from '../db/failure.ts'
import { lock, type SqliteBinding } from '../db/lock.ts'
import { OperatorError } from '../db/operator-error.ts'
import { keepOwner } from '../db/owner.ts'
import { KEY } from './folder.ts'

/** The result of copying or checking the stored pictures. */
export interface PictureReport {
  /** Pictures that the rows have. */
  readonly pictures: number
  /** Storage keys of those whose file is missing or has another size than its row says. */
  readonly missing: readonly string[]
}

/** Options of copying or checking the stored pictures. */
export interface PictureOptions extends SqliteBinding {
  /** Unix seconds. Rows whose retention time is over by then do not count. */
  readonly now: number
}

interface Row {
  readonly key: string
  readonly bytes: number
}

/** How long a backup waits for another one into the same folder. */
const PATIENCE_MS = 10 * 60_000
const SQLITE_HEADER = 'SQLite format 3\0'
/** Codes of file systems that cannot link the two places, or not this file. */
const NO_LINK = new Set(['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EACCES'])

/** Returns the path of the folder with the pictures of a backup file; all backups in one folder share it. */
export const picturesBeside = (backup: string): string => join(dirname(backup), 'backup-pictures')

/**
 * Runs `work` while no other process writes or removes pictures beside the backup. A new folder for it gets the owner of
 * the database.
 * @throws {OperatorError} if the folder cannot be written to, or another backup keeps it too long.
 */
export function holdPictures<T>(database: string, backup: string, options: SqliteBinding, work: () => T): T {
  mustBeReadable(database)
  const isNewFolder = !existsSync(dirname(backup))
  mustBeWritable(backup)
  if (isNewFolder) keepOwner(dirname(backup), database)
  const leave = lock(picturesBeside(backup), 'in-use', 'alone', PATIENCE_MS, options)
  if (!leave) throw new OperatorError(`Another backup into ${dirname(backup)} is still running.`)
  try {
    return work()
  } finally {
    leave()
  }
}

/**
 * Copies the pictures of the rows in the database file `copy` from one folder to another, as hard links where the file
 * system can. A picture that is there in its whole size is left alone.
 */
export function copyPictures(copy: string, from: string, to: string, options: PictureOptions): PictureReport {
  const missing: string[] = []
  const folders = new Set<string>()
  const rows = rowsOf(copy, options)
  for (const { key, bytes } of rows) {
    const [source, target] = [join(from, key), join(to, key)]
    if (sizeOf(target) === bytes) continue
    if (sizeOf(source) === bytes) {
      placeOrExplain(source, target)
      folders.add(dirname(target))
    } else missing.push(key)
  }
  for (const folder of folders) syncToDisk(folder) // before the rows that need the names in it
  return { pictures: rows.length, missing }
}

/**
 * Deletes from the copy the rows of pictures that their owners deleted while it was made. Returns the other keys, whose
 * rows the live database still has.
 */
export function dropDeleted(copy: string, live: string, keys: readonly string[], options: PictureOptions): string[] {
  if (keys.length === 0) return []
  const lost = withFile(live, true, options, (sqlite) => {
    sqlite.pragma('busy_timeout = 5000')
    return keys.filter((key) => hasRow(sqlite, key, options))
  })
  const deleted = keys.filter((key) => !lost.includes(key))
  withFile(copy, false, options, (sqlite) => {
    const remove = sqlite.prepare('delete from trial_images where storage_key = ?')
    for (const key of deleted) remove.run(key)
  })
  return lost
}

/**
 * Removes the pictures beside the backup that none of the databases in its folder has a row of, and half copies. Removes
 * nothing where one of the databases cannot be read. Returns the number removed.
 */
export function removeUnused(backup: string, options: PictureOptions): number {
  const folder = picturesBeside(backup)
  const used = new Set(rowsOf(backup, options).map(({ key }) => key))
  let unused = storedKeys(folder).filter((key) => !used.has(key))
  for (const file of databasesIn(dirname(backup))) {
    if (unused.length === 0) return 0
    try {
      unused = withFile(file, true, options, (sqlite) => unused.filter((key) => !hasRow(sqlite, key, options)))
    } catch {
      return 0 // its rows are unknown, so each picture may be one of its own
    }
  }
  for (const key of unused) rmSync(join(folder, key), { force: true })
  return unused.length
}

/** Reads every picture of the backup's rows from its beginning to its end. */
export function checkPictures(backup: string, options: PictureOptions): PictureReport {
  const folder = picturesBeside(backup)
  const rows = rowsOf(backup, options)
  const isWhole = ({ key, bytes }: Row): boolean => {
    try {
      return readFileSync(join(folder, key)).length === bytes
    } catch {
      return false // missing, or on a broken part of the disk
    }
  }
  return { pictures: rows.length, missing: rows.filter((row) => !isWhole(row)).map(({ key }) => key) }
}

/** @throws {OperatorError} if there is no room. */
function placeOrExplain(source: string, target: string): void {
  try {
    place(source, target)
  } catch (error) {
    throw operatorErrorOf(target, error) ?? error
  }
}

/** Gives `target` the content of `source`, whole or not at all. */
function place(source: string, target: string): void {
  const folder = dirname(target)
  for (const made of [dirname(folder), folder]) {
    if (existsSync(made)) continue
    makeFolder(made)
    keepOwner(made, dirname(made))
  }
  const part = `${target}.part`
  rmSync(part, { force: true })
  try {
    linkSync(source, part)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && NO_LINK.has(String(error.code)))) throw error
    copyFileSync(source, part, constants.COPYFILE_FICLONE)
    keepOwner(part, folder)
    syncToDisk(part)
  }
  renameSync(part, target)
  rmSync(part, { force: true }) // a link to the very same file is not renamed
}

function rowsOf(file: string, options: PictureOptions): Row[] {
  return withFile(file, true, options, (sqlite) => {
    if (!hasPictures(sqlite)) return []
    const rows = sqlite
      .prepare('select storage_key as key, bytes from trial_images where delete_after > ?')
      .all(options.now) as Row[] // as selected
    return rows.filter(({ key }) => KEY.test(key)) // no other is a path below the folder
  })
}

const hasPictures = (sqlite: Sqlite.Database): boolean =>
  sqlite.prepare("select 1 from sqlite_schema where type = 'table' and name = 'trial_images'").get() !== undefined

const hasRow = (sqlite: Sqlite.Database, key: string, { now }: PictureOptions): boolean =>
  hasPictures(sqlite) &&
  sqlite.prepare('select 1 from trial_images where storage_key = ? and delete_after > ?').get(key, now) !== undefined

function storedKeys(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(join(folder, name)).map((file) => `${name}/${file}`))
    .filter((key) => KEY.test(key))
}

/** The database files of a folder, whatever their names; not what an unfinished backup has left. */
function databasesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && !entry.name.includes('.part'))
    .map(({ name }) => join(folder, name))
    .filter(isDatabase)
}

function isDatabase(file: string): boolean {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return false
  const head = Buffer.alloc(SQLITE_HEADER.length)
  const handle = openSync(file, 'r')
  try {
    readSync(handle, head)
  } finally {
    closeSync(handle)
  }
  return head.toString('latin1') === SQLITE_HEADER
}

const sizeOf = (file: string): number | null => statSync(file, { throwIfNoEntry: false })?.size ?? null

function syncToDisk(file: string): void {
  const handle = openSync(file, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
