/** A file as the database holds it: private windows of WebKit store bytes, but no Blobs. */

/**
 * A file as the database stores it: a Blob, or its bytes where the database refuses Blobs (private windows of WebKit).
 */
export type Stored = Blob | { type: string; bytes: ArrayBuffer }

/** Returns true for a stored file. */
export const isStored = (value: unknown): value is Stored =>
  value instanceof Blob ||
  (typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof ArrayBuffer)

/** Returns a stored file as a Blob. */
export const toBlob = (stored: Stored): Blob =>
  stored instanceof Blob ? stored : new Blob([stored.bytes], { type: stored.type })

const toBytes = async (blob: Blob): Promise<Stored> => ({ type: blob.type, bytes: await blob.arrayBuffer() })

type Write = (stored: ReadonlyMap<string, Stored>) => Promise<void>

/**
 * Returns a function that writes files as Blobs, or as bytes where the database refuses Blobs. After one refusal Blobs
 * are not tried again.
 */
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

/** Returns true for "Error preparing Blob/File data to be stored in object store", which has no more specific name. */
const isRefusal = (error: unknown) => error instanceof DOMException && error.name === 'UnknownError'
