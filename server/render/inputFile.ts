/** Files that a command reads. A file is opened when it is checked, so a path that changes later has no effect. */
import { constants, readlinkSync, realpathSync, statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { codeOf } from '#server/db/failure.ts'

/** An open file. Several readers may read its content at the same time. */
export interface InputFile {
  readonly path: string
  /** bytes */
  readonly size: number
  /** Differs between files, and between versions of one file. */
  readonly version: string
  readonly isOpen: boolean
  /** Returns where the opened file is now, without links. Null if the path now leads to another file. */
  place(): string | null
  read(): AsyncGenerator<Uint8Array>
  text(): Promise<string>
  close(): Promise<void>
}

/** A file can't be read. The message is the reason, such as 'no such file.' */
export class UnreadableError extends Error {}

const CHUNK_BYTES = 2 ** 20

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`

/** Opens a file. Rejects with an UnreadableError for a missing, forbidden or too large file, a folder or a device. */
export async function openInput(path: string, maxBytes = Number.POSITIVE_INFINITY): Promise<InputFile> {
  // without O_NONBLOCK, opening a named pipe would wait for a writer
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch((cause) => {
    const code = codeOf(cause)
    const isMissing = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE'].includes(code)
    throw new UnreadableError(isMissing ? 'no such file.' : `cannot be read (${code}).`, { cause })
  })
  const stats = await handle.stat({ bigint: true })
  const isTooLarge = stats.isFile() && stats.size > maxBytes
  if (!stats.isFile() || isTooLarge) {
    await handle.close()
    const sizes = `${megabytes(Number(stats.size))}. The limit is ${megabytes(maxBytes)}.`
    throw new UnreadableError(isTooLarge ? `has ${sizes}` : 'not a file.')
  }
  return {
    path,
    size: Number(stats.size),
    version: [stats.dev, stats.ino, stats.mtimeNs, stats.size].join('-'),
    get isOpen() {
      return handle.fd >= 0
    },
    place: () => placeOf(handle, path, stats),
    read: () => chunksOf(handle),
    text: () => text(chunksOf(handle)),
    close: () => handle.close(),
  }
}

function placeOf({ fd }: FileHandle, path: string, { dev, ino }: { dev: bigint; ino: bigint }): string | null {
  if (process.platform === 'linux') return readlinkSync(`/proc/self/fd/${fd}`)
  const real = realpathSync(path)
  const found = statSync(real, { bigint: true })
  return found.dev === dev && found.ino === ino ? real : null
}

/** Reads at explicit positions, so several readers can share the handle. */
async function* chunksOf(handle: FileHandle): AsyncGenerator<Uint8Array> {
  for (let at = 0; ; ) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, at)
    if (bytesRead === 0) return
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
