import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { loadOnce } from '#client/kit/base/scheduling.ts'

/** An IndexedDB connection, opened at its first use. It is opened again after the browser has closed it. */
export interface Connection<S extends DBSchema> {
  /** Rejects if the browser cannot store data, as in some private windows. The next call tries again. */
  open(): Promise<IDBPDatabase<S>>
  /** Runs `run` with the database. Logs a failure and resolves with `fallback`. Never rejects. */
  attempt<T>(run: (db: IDBPDatabase<S>) => Promise<T>, fallback: T): Promise<T>
}

/**
 * Returns a connection to the IndexedDB database `name`, always version 1, which is not opened yet. `create`: creates
 * the object stores of a new database. `warning`: logged when `attempt` fails, which then resolves with its fallback.
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
        // Called when a newer version of the app wants to upgrade the database.
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

/** Runs `write` with a transaction `tx`. Rolls it back when `write` throws. Rejects when either of them fails. */
export async function inTransaction(
  tx: { readonly done: Promise<void>; abort(): void },
  write: () => Promise<void>,
): Promise<void> {
  tx.done.catch(() => {}) // awaited below, unless `write` throws first
  try {
    await write()
  } catch (error) {
    try {
      tx.abort()
      await tx.done
    } catch {
      // the transaction has ended
    }
    throw error
  }
  await tx.done
}

/** A file as the database stores it: a Blob, or its bytes if the database refuses Blobs (private windows of WebKit). */
export type Stored = Blob | { type: string; bytes: ArrayBuffer }

export const isStored = (value: unknown): value is Stored =>
  value instanceof Blob ||
  (typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof ArrayBuffer)

export const toBlob = (stored: Stored): Blob =>
  stored instanceof Blob ? stored : new Blob([stored.bytes], { type: stored.type })

const toBytes = async (blob: Blob): Promise<Stored> => ({ type: blob.type, bytes: await blob.arrayBuffer() })

type Write = (stored: ReadonlyMap<string, Stored>) => Promise<void>

/**
 * Returns a function that writes files as Blobs, or as bytes if the database refuses Blobs. After the first refusal,
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
