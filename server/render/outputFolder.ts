/** Files that come into being in one piece: written beside their place under a name of their own, then renamed. */
import { createWriteStream, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isRunning } from './isRunning.ts'

/** A run that was killed leaves such files; the next one removes them. */
const PARTIAL = /^\.midground-(\d+)-\d+\.part$/

/** A folder into which finished files are written. */
export interface OutputFolder {
  /**
   * Writes a file, in place of one with the same name. Resolves with its number of bytes once it has its name; a failure
   * leaves nothing.
   */
  write(name: string, bytes: AsyncIterable<Uint8Array>): Promise<number>
  /** Removes the files that are not finished. */
  clear(): void
}

/** Creates the folder if needed, and removes what killed runs have left in it. @throws the disk's error */
export function openOutputFolder(folder: string): OutputFolder {
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder)) {
    const pid = PARTIAL.exec(name)?.[1]
    if (pid && !isRunning(Number(pid))) rmSync(join(folder, name), { force: true })
  }
  const partial = new Set<string>()
  let count = 0
  return {
    async write(name, bytes) {
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
    clear() {
      for (const part of partial) rmSync(part, { force: true })
    },
  }
}
