import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { loadOnce } from '#client/kit/async/scheduling.ts'

/** An IndexedDB connection that opens when first used, and reopens if the browser has closed it. */
export interface Connection<S extends DBSchema> {
  /** Rejects if the browser can't store data, as in some private windows. The next call tries again. */
  open(): Promise<IDBPDatabase<S>>
  /** Runs `run` with the database. If this fails, logs the error and resolves with `fallback`. Never rejects. */
  attempt<T>(run: (db: IDBPDatabase<S>) => Promise<T>, fallback: T): Promise<T>
}

/**
 * Returns a connection to version 1 of the IndexedDB database `name`, which opens when first used. `create` creates the
 * object stores of a new database. `warning`: the message that `attempt` logs after a failure.
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
        // browsers call this when another tab needs to upgrade or delete the database
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
 * Runs `write` in the transaction `tx`. If `write` throws, rolls back the transaction. Rejects if `write` or the
 * transaction fails.
 */
export async function inTransaction(
  tx: { readonly done: Promise<void>; abort(): void },
  write: () => Promise<void>,
): Promise<void> {
  tx.done.catch(() => {}) // prevents an unhandled rejection if `write` throws; otherwise `done` is awaited below
  try {
    await write()
  } catch (error) {
    try {
      tx.abort()
      await tx.done
    } catch {
      // `abort` throws if the transaction has already ended. After an abort, `done` rejects.
    }
    throw error
  }
  await tx.done
}

/**
 * A file as it is stored in the database: a Blob, or bytes if the database rejects Blobs (private windows of WebKit).
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
 * only bytes are written.
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

/** Returns true for WebKit's error "Error preparing Blob/File data to be stored in object store". */
const isRefusal = (error: unknown) => error instanceof DOMException && error.name === 'UnknownError'
