/** Checks whether files and folders of the settings can be used. Error messages are for the operator. */
import {
  accessSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  statSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { codeOf, OperatorError, SENTENCES } from '../failure.ts'

/** Creates the file's folder if needed. @throws {OperatorError} unless the file can be written or created */
export function mustBeWritable(file: string): void {
  const folder = dirname(file)
  if (existsSync(file)) mustBeFile(file)
  makeFolder(folder)
  withExplanation(folder, () => accessSync(folder, constants.W_OK | constants.X_OK))
  if (!existsSync(file)) return
  withExplanation(file, () => accessSync(file, constants.R_OK | constants.W_OK))
}

/** @throws {OperatorError} unless the folder or its nearest existing parent is writable */
export function mustBeCreatable(folder: string): void {
  let present = resolve(folder)
  while (!existsSync(present) && dirname(present) !== present) present = dirname(present)
  withExplanation(folder, () => {
    if (!statSync(present).isDirectory()) throw Object.assign(new Error(`${present} is a file`), { code: 'ENOTDIR' })
    accessSync(present, constants.W_OK | constants.X_OK)
  })
}

/** Creates an empty file with mode 0600 unless the file exists. @throws {OperatorError} if that fails, as in /proc */
export function createFile(file: string): void {
  withExplanation(file, () => closeSync(openSync(file, 'a', 0o600)))
}

/** @throws {OperatorError} unless the file exists and can be read */
export function mustBeReadable(file: string): void {
  if (sizeOf(file) === null) throw new OperatorError(`There is no file ${file}`)
  mustBeFile(file)
  readable(file, () => accessSync(file, constants.R_OK))
}

/** Returns the size in bytes, or null for a missing file. @throws {OperatorError} if the file's folder can't be read */
export const sizeOf = (file: string): number | null =>
  readable(file, () => statSync(file, { throwIfNoEntry: false })?.size ?? null)

/** Returns the names in the folder, or none if it is missing. @throws {OperatorError} if it can't be read */
export function namesIn(folder: string): string[] {
  return readable(folder, () => {
    try {
      return readdirSync(folder)
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return []
      throw error
    }
  })
}

function readable<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw new OperatorError(`${path} cannot be read (${codeOf(cause)}).`, { cause })
  }
}

/** @throws {OperatorError} if the path is a folder or a device such as /dev/null. Accepts a missing file. */
function mustBeFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found || found.isFile()) return
  throw new OperatorError(`${file} is ${found.isDirectory() ? 'a folder, not a file' : 'not a regular file'}.`)
}

/** Creates the folder and its parents with mode 0700. @throws {OperatorError} if that fails */
export function makeFolder(folder: string): void {
  withExplanation(folder, () => makeFolders(resolve(folder), 0o700))
}

/**
 * Creates a folder with a unique name in `parent`, the folder for temporary files, and returns its path. @throws
 * {OperatorError} if that fails
 */
export function makeTemporaryFolder(parent: string, prefix: string): string {
  try {
    return mkdtempSync(join(parent, prefix))
  } catch (cause) {
    const message = `The folder for temporary files ${parent} can’t be used (${codeOf(cause)}). See TMPDIR.`
    throw new OperatorError(message, { cause })
  }
}

/**
 * Creates the folder and its parents. Node's recursive `mkdir` isn't used: in Node 24 it never returns in /proc.
 * @throws the system's error, with the code ENOTDIR if a part of the path is a file
 */
export function makeFolders(folder: string, mode: number): void {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found?.isDirectory()) return
  if (found) throw Object.assign(new Error(`${folder} is a file`), { code: 'ENOTDIR' })
  makeFolders(dirname(folder), mode)
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error // EEXIST: another process has created the folder
  }
}

function withExplanation(path: string, work: () => unknown): void {
  try {
    work()
  } catch (cause) {
    const code = codeOf(cause)
    if (code === 'ENOSPC') throw new OperatorError(`${path}: ${SENTENCES.full}`, { cause })
    if (code === 'ENOTDIR')
      throw new OperatorError(`${path} cannot be made, for a part of it is a file. See DATA_DIR.`, { cause })
    throw new OperatorError(`${path} cannot be written to (${code}). See DATA_DIR.`, { cause })
  }
}

/** If this process is root, gives the file or folder the owner of `reference`, so that the service can write to it. */
export function keepOwner(path: string, reference: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(reference)
  if (statSync(path).isDirectory()) chownSync(path, uid, gid)
  else lchownSync(path, uid, gid)
}
