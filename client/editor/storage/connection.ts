import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { loadOnce } from '#client/kit/async/scheduling.ts'

/** An IndexedDB connection that opens at its first use and reopens after the browser has closed it. */
export interface Connection<S extends DBSchema> {
  /** Rejects if the browser cannot store data, as in some private windows. The next call tries again. */
  open(): Promise<IDBPDatabase<S>>
  /** Runs `run` with the database. Logs a failure and resolves with `fallback`. Never rejects. */
  attempt<T>(run: (db: IDBPDatabase<S>) => Promise<T>, fallback: T): Promise<T>
}

/**
 * Returns a connection to the IndexedDB database `name`, version 1, which opens at its first use. `create` creates the
 * object stores of a new database. If `attempt` fails, it logs `warning` and resolves with its fallback.
 */
export function connect<S extends DBSchema>(
  name: string,
  create: (db: IDBPDatabase<S>) => void,
  warning: string,
): Connection<S> {
  const open = loadOnce(
    (): Promise<IDBPDatabase<S>> =>
      openDB<S>(name, 1, {
        upgrade: create,
        // The browser calls this when another tab wants to upgrade or delete the database.
        blocking: () => void open.current?.then((db) => db.close()),
        terminated: () => {
          open.current = null
        },
      }),
  )

  return {
    open,
    async attempt(run, fallback) {
      try {
        return await run(await open())
      } catch (error) {
        console.warn(warning, error)
        return fallback
      }
    },
  }
}

/**
 * Runs `write` within the transaction `tx`. If `write` throws, rolls the transaction back. Rejects when `write` or the
 * transaction fails.
 */
export async function inTransaction(
  tx: { readonly done: Promise<void>; abort(): void },
  write: () => Promise<void>,
): Promise<void> {
  tx.done.catch(() => {}) // prevents an unhandled rejection when `write` throws; otherwise `done` is awaited below
  try {
    await write()
  } catch (error) {
    try {
      tx.abort()
      await tx.done
    } catch {
      // `abort` throws if the transaction has already ended; after an abort, `done` rejects
    }
    throw error
  }
  await tx.done
}

/**
 * A file as the database stores it. This is a Blob, or the file's bytes if the database rejects Blobs (private windows
 * of WebKit).
 */
export type Stored = Blob | { type: string; bytes: ArrayBuffer }

export const isStored = (value: unknown): value is Stored =>
  value instanceof Blob ||
  (typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof ArrayBuffer)

export const toBlob = (stored: Stored): Blob =>
  stored instanceof Blob ? stored : new Blob([stored.bytes], { type: stored.type })

const toBytes = async (blob: Blob): Promise<Stored> => ({ type: blob.type, bytes: await blob.arrayBuffer() })

type Write = (stored: ReadonlyMap<string, Stored>) => Promise<void>

/**
 * Returns a function that writes files as Blobs, or as bytes if the database rejects Blobs. After the first rejection,
 * it writes bytes without trying Blobs.
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

/** Returns true for the error "Error preparing Blob/File data to be stored in object store", an 'UnknownError'. */
const isRefusal = (error: unknown) => error instanceof DOMException && error.name === 'UnknownError'
