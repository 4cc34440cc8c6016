import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** An IndexedDB connection that is opened at its first use, and again after the browser has closed it. */
export interface Connection<S extends DBSchema> {
  /** Rejects where the browser stores nothing, as in some private windows; the next call tries again. */
  open(): Promise<IDBPDatabase<S>>
  /** Runs `run` with the database. After a failure logs it and resolves with `fallback`. Never rejects. */
  attempt<T>(run: (db: IDBPDatabase<S>) => Promise<T>, fallback: T): Promise<T>
}

/**
 * Returns a connection to the IndexedDB database `name`, always version 1; it is not opened yet. `create` creates the object
 * stores when the browser has no such database. `warning` is logged with each failure of `attempt`, which then resolves with
 * its fallback.
 */
export function connect<S extends DBSchema>(
  name: string,
  create: (db: IDBPDatabase<S>) => void,
  warning: string,
): Connection<S> {
  let opening: Promise<IDBPDatabase<S>> | null = null

  function open(): Promise<IDBPDatabase<S>> {
    opening ??= openDB<S>(name, 1, {
      upgrade: create,
      // A newer version of the app wants to upgrade the database.
      blocking: () => void opening?.then((db) => db.close()),
      terminated: () => {
        opening = null
      },
    })
    opening.catch(() => {
      opening = null
    })
    return opening
  }

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
