/** The files of the command `init`: quotes paths for systemd, and writes both files or none. */
import {
  closeSync,
  fchmodSync,
  linkSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { codeOf, OperatorError } from '#server/db/failure.ts'

/** A file to write, with its permissions. */
export interface NewFile {
  readonly path: string
  readonly text: string
  readonly mode: number
}

/** Folders that `ProtectHome=yes` hides from the service (systemd.exec(5)). */
const HIDDEN_FOLDERS = /^\/(home|root|run\/user)(\/|$)/
/** Characters that EnvironmentFile reads as a pattern (glob(7)). */
const GLOB = /[*?[\]]/

/**
 * Returns the systemd unit with the paths of this program and its settings. @throws {OperatorError} if a path contains
 * a glob character
 */
export function unitFor(unit: string, command: readonly string[], settingsPath: string): string {
  if (GLOB.test(settingsPath))
    throw new OperatorError(`systemd can't read ${settingsPath}. Choose a path without *, ?, [ and ].`)
  const escaped = settingsPath.replaceAll('%', '%%')
  return unit
    .replace(/^ExecStart=.*$/m, () => `ExecStart=${command.map(quoteWord).join(' ')}`)
    .replace(/^EnvironmentFile=.*$/m, () => `EnvironmentFile=${escaped}`)
    .replace(/^# .*$/m, () => `# Written by \`midground init\`. The settings are in ${settingsPath}.`)
}

/**
 * Quotes a word of ExecStart (systemd.service(5), "Command lines"). systemd expands `%` in every word, and `$` in every
 * word but the program's path.
 */
function quoteWord(word: string, index: number): string {
  const literal = word.replaceAll('%', '%%').replace(/\$/g, () => (index === 0 ? '$' : '$$'))
  return /^[\w./@:,+=%$-]+$/.test(literal) ? literal : `"${literal.replace(/["\\]/g, '\\$&')}"`
}

/**
 * Returns the command's first path that is in HIDDEN_FOLDERS, directly or through a link, so that the service can't
 * read it. Returns null if there is none.
 */
export const hiddenPath = (command: readonly string[]): string | null =>
  command.find((word) => word.startsWith('/') && [word, realPathOf(word)].some((path) => HIDDEN_FOLDERS.test(path))) ??
  null

function realPathOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path // the word isn't a path of an existing file
  }
}

/**
 * Writes all files or none. Sets permissions before the content, so other users can't read a file while it is written.
 * `force` replaces existing files. @throws {OperatorError} if a file can't be written
 */
export function writeAll(files: readonly NewFile[], force: boolean): void {
  const undos: (() => void)[] = []
  try {
    for (const file of files) stage(file, undos)
    for (const file of files) publish(file, force, undos)
  } catch (error) {
    for (const undo of undos.reverse()) undo()
    if (error instanceof OperatorError) throw error
    const path = error instanceof Error && 'path' in error ? error.path : 'the files'
    throw new OperatorError(`Cannot write ${path} (${codeOf(error)}). No file was written.`, { cause: error })
  } finally {
    for (const { path } of files) rmSync(draftOf(path), { force: true })
  }
}

const draftOf = (path: string): string => `${path}.new-${process.pid}`

/** Writes the content to a temporary file next to the final path. */
function stage({ path, text, mode }: NewFile, undos: (() => void)[]): void {
  const draft = draftOf(path)
  const handle = openSync(draft, 'wx', 0o600)
  undos.push(() => rmSync(draft, { force: true }))
  try {
    fchmodSync(handle, mode) // the program's umask would hide the unit from other users
    writeSync(handle, text)
  } finally {
    closeSync(handle)
  }
}

/** Moves the temporary file to its final path. */
function publish({ path, mode }: NewFile, force: boolean, undos: (() => void)[]): void {
  if (!force) {
    // unlike `rename`, `link` never replaces a file
    try {
      linkSync(draftOf(path), path)
    } catch (error) {
      throw codeOf(error) === 'EEXIST' ? existsAlready(path) : error
    }
    undos.push(() => rmSync(path, { force: true }))
    return
  }
  const before = readIfPresent(path)
  renameSync(draftOf(path), path)
  undos.push(() => {
    rmSync(path, { force: true })
    if (before !== null) stage({ path, text: before, mode }, [])
    if (before !== null) renameSync(draftOf(path), path)
  })
}

/** Returns the error for a file that `init` would replace without --force. */
export const existsAlready = (path: string): OperatorError =>
  new OperatorError(`${path} exists already. To replace it, add --force.`)

function readIfPresent(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}
