import { Zip, ZipPassThrough } from 'fflate'

/** A file in the archive. */
export interface ZipEntry {
  name: string
  file: Blob
}

/** Maximum size of the archive in bytes. Larger archives need ZIP64, which fflate can't write. */
export const MAX_ZIP_BYTES = 4_000_000_000

/** When this number of bytes is in memory, the bytes are moved into a Blob, which the browser may store on disk. */
const FLUSH_BYTES = 4_000_000

/**
 * Writes a ZIP without compression, because images are already compressed. `next` resolves with the entries one after
 * another, and with null after the last entry. Only a few MB of the archive are in memory at a time. @throws the abort
 * reason of `signal`, and the error of a file that can't be read
 */
export async function writeZip(next: () => Promise<ZipEntry | null>, signal: AbortSignal): Promise<Blob> {
  const parts: Blob[] = []
  let chunks: Uint8Array<ArrayBuffer>[] = []
  let held = 0
  let failure: Error | null = null
  const flush = () => {
    parts.push(new Blob(chunks))
    chunks = []
    held = 0
  }
  const zip = new Zip((error, chunk) => {
    if (error) failure = error
    else chunks.push(chunk as Uint8Array<ArrayBuffer>)
    held += chunk?.length ?? 0
  })
  for (let entry = await next(); entry; entry = await next()) {
    const file = new ZipPassThrough(entry.name)
    file.mtime = new Date()
    zip.add(file)
    const reader = entry.file.stream().getReader()
    try {
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        signal.throwIfAborted()
        file.push(read.value)
        if (held > FLUSH_BYTES) flush()
      }
    } finally {
      reader.cancel().catch(() => {}) // ignored, because the caller has already received the stream's error
    }
    file.push(new Uint8Array(), true)
    signal.throwIfAborted()
    flush()
  }
  zip.end()
  flush()
  if (failure) throw failure
  return new Blob(parts, { type: 'application/zip' })
}
