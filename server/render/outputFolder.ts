/**
 * The folder of finished images. Complete images are moved to the final name. A run never replaces its input. On Linux,
 * an open handle of the folder is used, so that a link that replaces the folder later has no effect.
 */
import {
  accessSync,
  closeSync,
  constants,
  createWriteStream,
  existsSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { codeOf, OperatorError } from '#server/db/failure.ts'
import { makeFolders } from '#server/db/file/access.ts'
import { linkNew } from '#server/db/file/newFile.ts'

/** Names of temporary files. Each run removes the temporary files of killed runs. */
const PARTIAL = /^\.midground-(\d+)-\d+\.part$/

/** Number of temporary files that this process has named. */
let count = 0

export type OutputFolder = ReturnType<typeof openOutputFolder>

/** Creates the folder and removes temporary files of killed runs. @throws {OperatorError} if that fails */
export function openOutputFolder(folder: string) {
  const { at, close } = openFolder(folder)
  for (const name of readdirSync(at)) {
    const pid = PARTIAL.exec(name)?.[1]
    if (pid && !isRunning(Number(pid))) rmSync(join(at, name), { force: true })
  }
  const partial = new Set<string>()
  /**
   * Writes a temporary file and passes its path to `finish`. A failure doesn't leave a file. Resolves with the number
   * of bytes.
   */
  async function write(bytes: AsyncIterable<Uint8Array>, finish: (part: string) => void): Promise<number> {
    const part = join(at, `.midground-${process.pid}-${count++}.part`)
    partial.add(part)
    try {
      const stream = createWriteStream(part, { flags: 'wx', flush: true })
      await pipeline(bytes, stream)
      finish(part)
      return stream.bytesWritten
    } finally {
      rmSync(part, { force: true })
      partial.delete(part)
    }
  }
  return {
    /** Returns the folder's present path, with links resolved. */
    place: () => realpathSync.native(at),
    /** Writes or replaces a file. Resolves with the number of bytes. */
    write: (name: string, bytes: AsyncIterable<Uint8Array>) => write(bytes, (part) => renameSync(part, join(at, name))),
    /** Writes a new file. Like `write`, but rejects with EEXIST if a file of this name exists at the end. */
    create: (name: string, bytes: AsyncIterable<Uint8Array>) => write(bytes, (part) => linkNew(part, join(at, name))),
    /** Removes the temporary files of this run, and closes the folder. */
    clear() {
      for (const part of partial) rmSync(part, { force: true })
      close()
    },
  }
}

/**
 * Creates the folder if needed. `at`: on Linux, a path that leads to the folder even after it was moved.
 * @throws {OperatorError} if the folder can't be created, or if this process may not write to it
 */
function openFolder(folder: string): { at: string; close: () => void } {
  try {
    makeFolders(resolve(folder), 0o777)
    accessSync(folder, constants.W_OK | constants.X_OK)
    if (process.platform !== 'linux') return { at: resolve(folder), close: () => undefined }
    const handle = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY)
    return { at: `/proc/self/fd/${handle}`, close: () => closeSync(handle) }
  } catch (cause) {
    const code = codeOf(cause)
    if (code === '') throw cause
    throw new OperatorError(`--out ${folder} can't be used as a folder (${code}).`, { cause })
  }
}

/** Returns true if the process runs on this computer, even as a different user. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/**
 * Returns the first of the `inputs` that an output file in `folder` would replace, or null. Compares real paths and
 * ignores case and Unicode normalization, because some file systems ignore them.
 */
export function replacedInput(inputs: readonly string[], folder: string, names: readonly string[]): string | null {
  if (!existsSync(folder)) return null
  const written = new Set(names.map((name) => keyOf(join(realpathSync.native(folder), name))))
  return inputs.find((input) => placesOf(input).some((place) => written.has(keyOf(place)))) ?? null
}

/** Returns the path and, for a link, the path of its target. */
const placesOf = (path: string): string[] =>
  existsSync(path) ? [join(realpathSync.native(dirname(path)), basename(path)), realpathSync.native(path)] : []

const keyOf = (path: string) => path.normalize('NFC').toLowerCase()
