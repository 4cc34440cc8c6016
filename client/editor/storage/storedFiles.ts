/** Files as a database holds them: private windows of WebKit take bytes, but no Blobs. */

export type Stored = Blob | { type: string; bytes: ArrayBuffer }

export const isStored = (value: unknown): value is Stored =>
  value instanceof Blob ||
  (typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof ArrayBuffer)

export const toBlob = (stored: Stored): Blob =>
  stored instanceof Blob ? stored : new Blob([stored.bytes], { type: stored.type })

const toBytes = async (blob: Blob): Promise<Stored> => ({ type: blob.type, bytes: await blob.arrayBuffer() })

type Write = (stored: ReadonlyMap<string, Stored>) => Promise<void>

/** Writes files as they are, or their bytes where those are refused; what a database refuses once is not tried again. */
export function createFileWriter(): (files: ReadonlyMap<string, Blob>, write: Write) => Promise<void> {
  let takesBlobs = true
  return async (files, write) => {
    if (takesBlobs)
      try {
        return await write(files)
      } catch (error) {
        if (!isRefusal(error)) throw error
        takesBlobs = false
      }
    const entries = [...files].map(async ([key, blob]) => [key, await toBytes(blob)] as const)
    await write(new Map(await Promise.all(entries)))
  }
}

/** "Error preparing Blob/File data to be stored in object store": nothing else says which it is. */
const isRefusal = (error: unknown) => error instanceof DOMException && error.name === 'UnknownError'
