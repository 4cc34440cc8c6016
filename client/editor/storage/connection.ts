/** An IndexedDB connection that opens at its first use, and again after the browser has closed it. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

export interface Connection<S extends DBSchema> {
  /** Rejects where the browser stores nothing, as in some private windows; the next call tries again. */
  open(): Promise<IDBPDatabase<S>>
  /** For optional work: resolves with `fallback` after a logged failure. Never rejects. */
  attempt<T>(run: (db: IDBPDatabase<S>) => Promise<T>, fallback: T): Promise<T>
}

/** `create` makes the object stores of a new database. `warning` is logged with each failed attempt. */
export function connect<S extends DBSchema>(
  name: string,
  create: (db: IDBPDatabase<S>) => void,
  warning: string,
): Connection<S> {
  let opening: Promise<IDBPDatabase<S>> | null = null

  function open(): Promise<IDBPDatabase<S>> {
    opening ??= openDB<S>(name, 1, {
      upgrade: create,
      blocking: () => void opening?.then((db) => db.close()), // a newer version of the app wants to upgrade it
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
