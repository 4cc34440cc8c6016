/** The folder of finished images. Complete images are renamed to the final name. A run never replaces its input. */
import { createWriteStream, existsSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { makeFolders } from '#server/db/access.ts'
import { codeOf, OperatorError } from '#server/db/failure.ts'

/** Names of temporary files. Each run removes the temporary files of killed runs. */
const PARTIAL = /^\.midground-(\d+)-\d+\.part$/

export type OutputFolder = ReturnType<typeof openOutputFolder>

/** Creates the folder and removes temporary files of killed runs. @throws {OperatorError} if that fails */
export function openOutputFolder(folder: string) {
  for (const name of openFolder(folder)) {
    const pid = PARTIAL.exec(name)?.[1]
    if (pid && !isRunning(Number(pid))) rmSync(join(folder, name), { force: true })
  }
  const partial = new Set<string>()
  let count = 0
  return {
    /** Writes or replaces a file. A failure leaves no file. Resolves with the number of bytes. */
    async write(name: string, bytes: AsyncIterable<Uint8Array>): Promise<number> {
      const part = join(folder, `.midground-${process.pid}-${count++}.part`)
      partial.add(part)
      try {
        const stream = createWriteStream(part, { flags: 'wx', flush: true })
        await pipeline(bytes, stream)
        renameSync(part, join(folder, name))
        return stream.bytesWritten
      } finally {
        rmSync(part, { force: true })
        partial.delete(part)
      }
    },
    /** Removes the temporary files of this run. */
    clear() {
      for (const part of partial) rmSync(part, { force: true })
    },
  }
}

/** Creates the folder if needed. Returns the names of its files. */
function openFolder(folder: string): string[] {
  try {
    makeFolders(resolve(folder), 0o777)
    return readdirSync(folder)
  } catch (cause) {
    const code = codeOf(cause)
    if (code === '') throw cause
    throw new OperatorError(`--out ${folder} can't be used as a folder (${code}).`, { cause })
  }
}

/** Returns true if the process runs on this computer, also as another user. */
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
 * ignores case and Unicode normalization, because file systems differ in both.
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
