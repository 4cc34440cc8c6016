/** The finished picture, from the browser to a file. */
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

/** Writes the bytes into a file that only the server may read. Rejects if the disk or the source fails. */
export async function savePicture(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  await pipeline(bytes, createWriteStream(path, { mode: 0o600 }))
}
