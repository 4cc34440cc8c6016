import { Zip, ZipPassThrough } from 'fflate'

/** A file of the archive. */
export interface ZipEntry {
  name: string
  file: Blob
}

/** Maximum size of the archive, bytes. fflate cannot write ZIP64, the format for larger archives. */
export const MAX_ZIP_BYTES = 4_000_000_000

/** Maximum number of bytes in memory. The written part then moves into a Blob, which the browser may store on disk. */
const FLUSH_BYTES = 4_000_000

/**
 * Writes a ZIP without compression, because images are already compressed. `next` returns the entries one after the
 * other, and null after the last. Only a few MB of the archive are in memory at a time. @throws the reason of `signal`
 * after an abort, and the error of a file that cannot be read
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
      reader.cancel().catch(() => {}) // the caller has already received the error of the stream
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
