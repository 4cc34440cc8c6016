/** Commands that back up, restore and prove a backup: the rows, and the pictures where they lie in a folder. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { backUp } from '../db/backup.ts'
import { drill } from '../db/drill.ts'
import { OperatorError } from '../db/operator-error.ts'
import { restore } from '../db/restore.ts'
import { toSeconds } from '../db/time.ts'
import {
  checkPictures,
  copyPictures,
  dropDeleted,
  holdPictures,
  type PictureOptions,
  type PictureReport,
  picturesBeside,
  removeUnused,
} from '../storage/backup-pictures.ts'
import { binding, type CommandContext, type Outcome } from './command.ts'

/** Missing pictures that are named one by one. */
const NAMED = 20

const stamp = (now: number): string => new Date(now).toISOString().slice(0, 19).replaceAll(':', '')

function mustBeFile({ databaseServer }: Config): void {
  if (databaseServer)
    throw new OperatorError('The rows are on a libSQL server: midground move FILE brings a backup to an empty one.')
}

const pictureOptions = (context: CommandContext): PictureOptions => ({
  ...binding(context.config, context.resources),
  now: toSeconds(context.now()),
})

/**
 * Folder of the stored pictures; null where a bucket has them, or a libSQL server the rows: these are not copied with
 * them.
 */
const pictureFolder = ({ databaseServer, trialImages: { store } }: Config): string | null =>
  store.kind === 'folder' && !databaseServer ? store.folder : null

/**
 * `midground backup [FILE]`: backs up the rows, and the stored pictures where they are files in a folder. Works while
 * the server runs. Returns the exit code.
 */
export async function backupCommand(context: CommandContext): Promise<number> {
  const { args, config, now, print } = context
  const file = args[0] ?? join(config.dataDir, 'backups', `manual-${stamp(now())}Z.db`)
  if (config.databaseServer) return serverBackup(config.databaseServer, file, context)
  const report = backUpAll(file, context)
  print(`Backup: ${file}${report ? `, ${counted(report)} in ${picturesBeside(file)}` : ''}`)
  if (report) warnOfMissing(report, 'have no file any more', print)
  return 0
}

/** Several machines share a libSQL server, and a bucket; so pictures in a folder of this one are left to the operator. */
async function serverBackup(
  from: NonNullable<Config['databaseServer']>,
  file: string,
  context: CommandContext,
): Promise<number> {
  const { config, resources, print } = context
  const { backUpServer } = await import('../cluster/copy.ts')
  await backUpServer({ from, to: file, migrations: resources.migrations, ...binding(config, resources) })
  print(`Backup: ${file}`)
  return 0
}

function backUpAll(file: string, context: CommandContext): PictureReport | null {
  const { config, resources } = context
  const [options, folder] = [pictureOptions(context), pictureFolder(config)]
  const { databaseFile } = config
  if (folder === null) {
    backUp(databaseFile, file, resources.migrations, options)
    return null
  }
  return holdPictures(databaseFile, file, options, () => {
    let report: PictureReport = { pictures: 0, missing: [] }
    const onCopy = (copy: string): void => {
      const { pictures, missing } = copyPictures(copy, folder, picturesBeside(file), options)
      const lost = dropDeleted(copy, databaseFile, missing, options)
      report = { pictures: pictures - missing.length + lost.length, missing: lost }
    }
    backUp(databaseFile, file, resources.migrations, { ...options, onCopy })
    removeUnused(file, options)
    return report
  })
}

/**
 * `midground restore FILE`: replaces the database by a backup, and the stored pictures with it. The former database
 * file is kept.
 */
export async function restoreCommand(context: CommandContext): Promise<Outcome> {
  const { config, resources, now, print } = context
  const [file] = context.args
  if (!file) return 'usage'
  mustBeFile(config)
  const [options, folder] = [pictureOptions(context), pictureFolder(config)]
  let report: PictureReport | null = null
  const onCopy = (copy: string): void => {
    if (folder !== null) report = copyPictures(copy, picturesBeside(file), folder, options)
  }
  const kept = restore(file, config.databaseFile, resources.migrations, `${stamp(now())}Z`, { ...options, onCopy })
  print(`Restored ${file}.${kept ? ` The database as it was: ${kept}` : ''}`)
  tell(report, print)
  return 0
}

/** A function of its own, for the compiler does not see that a callback has set the report. */
function tell(report: PictureReport | null, print: (line: string) => void): void {
  if (!report) return
  print(`${counted(report)} of its rows are there.`)
  warnOfMissing(report, 'are neither in the backup nor in their folder', print)
}

/**
 * `midground restore-drill [FILE]`: proves that a backup, the newest by default, can be restored. Returns 1 when pictures are
 * missing or damaged.
 */
export async function drillCommand(context: CommandContext): Promise<number> {
  const { args, config, resources, print } = context
  const file = args[0] ?? newestBackup(join(config.dataDir, 'backups'))
  const options = pictureOptions(context)
  const { accounts, newestSession, ms } = drill(file, resources.migrations, options)
  const report = pictureFolder(config) === null ? null : checkPictures(file, options)
  if (report && report.missing.length > 0) {
    warnOfMissing(report, `are missing or damaged in ${picturesBeside(file)}`, print)
    return 1
  }
  const last = newestSession === null ? 'nobody' : new Date(newestSession * 1000).toISOString()
  const pictures = report ? `, ${counted(report)}` : ''
  print(`${file} can be restored: ${accounts} accounts, last sign-in ${last}${pictures}, ${(ms / 1000).toFixed(1)} s.`)
  return 0
}

/** @throws {OperatorError} where there is none. */
function newestBackup(folder: string): string {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.db')) : []
  const newest = names.map((name) => join(folder, name)).sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0]
  if (newest === undefined) throw new OperatorError(`There is no backup in ${folder}.`)
  return newest
}

function counted({ pictures, missing }: PictureReport): string {
  const there = pictures - missing.length
  return `${there} ${there === 1 ? 'picture' : 'pictures'}`
}

function warnOfMissing({ missing }: PictureReport, what: string, print: (line: string) => void): void {
  if (missing.length === 0) return
  const more = missing.length > NAMED ? ` and ${missing.length - NAMED} more` : ''
  print(`Pictures that ${what}: ${missing.slice(0, NAMED).join(', ')}${more}`)
}
