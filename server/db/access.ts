/** Checks whether files and folders from the settings can be used; errors are sentences for the operator. */
import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { SENTENCES } from './failure.ts'
import { OperatorError } from './operator-error.ts'

/**
 * Creates the file's folder if needed.
 * @throws {OperatorError} unless the file, or a new one there, can be written.
 */
export function mustBeWritable(file: string): void {
  const folder = dirname(file)
  if (existsSync(file)) mustBeFile(file)
  makeFolder(folder)
  explained(folder, () => accessSync(folder, constants.W_OK | constants.X_OK))
  if (!existsSync(file)) return
  explained(file, () => accessSync(file, constants.R_OK | constants.W_OK))
}

/**
 * Creates nothing.
 * @throws {OperatorError} unless the folder, or its nearest parent that exists, can be written to.
 */
export function mustBeCreatable(folder: string): void {
  let present = resolve(folder)
  while (!existsSync(present) && dirname(present) !== present) present = dirname(present)
  explained(folder, () => {
    if (!statSync(present).isDirectory()) throw Object.assign(new Error(`${present} is a file`), { code: 'ENOTDIR' })
    accessSync(present, constants.W_OK | constants.X_OK)
  })
}

/**
 * Creates an empty file for the owner alone; an existing file keeps its content.
 * @throws {OperatorError} if that is not possible, as in /proc.
 */
export function createFile(file: string): void {
  explained(file, () => closeSync(openSync(file, 'a', 0o600)))
}

/** @throws {OperatorError} unless the file exists and can be read. */
export function mustBeReadable(file: string): void {
  if (!existsSync(file)) throw new OperatorError(`There is no file ${file}`)
  mustBeFile(file)
  readable(file, () => accessSync(file, constants.R_OK))
}

/**
 * Returns the names in the folder; none if there is no such folder.
 * @throws {OperatorError} if the folder cannot be read.
 */
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

/** @throws {OperatorError} if the path is a folder or a device such as /dev/null. */
function mustBeFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found || found.isFile()) return
  throw new OperatorError(`${file} is ${found.isDirectory() ? 'a folder, not a file' : 'not a regular file'}.`)
}

/**
 * Creates the folder and its parents, with mode 0700.
 * @throws {OperatorError} if that is not possible.
 */
export function makeFolder(folder: string): void {
  explained(folder, () => makeEach(resolve(folder)))
}

/** Replaces `mkdir` with `recursive`, which in Node 24 never returns in kernel file systems such as /proc. */
function makeEach(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found?.isDirectory()) return
  if (found) throw Object.assign(new Error(`${folder} is a file`), { code: 'ENOTDIR' })
  makeEach(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error // otherwise another process was faster
  }
}

function explained(path: string, work: () => unknown): void {
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

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
