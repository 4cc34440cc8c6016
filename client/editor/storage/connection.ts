/** A database of this browser, opened when it is first needed and again after it was lost. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

export interface Connection<S extends DBSchema> {
  /** Rejects where nothing can be kept, as in some private windows; the next call tries again. */
  open(): Promise<IDBPDatabase<S>>
  /** For what is a courtesy: where it cannot be done, what `otherwise` says. Never rejects. */
  trying<T>(run: (db: IDBPDatabase<S>) => Promise<T>, otherwise: T): Promise<T>
}

/** `create`: makes the stores of a new database. `complaint`: what the console says where something cannot be done. */
export function connect<S extends DBSchema>(
  name: string,
  create: (db: IDBPDatabase<S>) => void,
  complaint: string,
): Connection<S> {
  let opening: Promise<IDBPDatabase<S>> | null = null

  function open(): Promise<IDBPDatabase<S>> {
    opening ??= openDB<S>(name, 1, {
      upgrade: create,
      blocking: () => void opening?.then((db) => db.close()), // a newer page wants to change it
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
    async trying(run, otherwise) {
      try {
        return await run(await open())
      } catch (error) {
        console.warn(complaint, error)
        return otherwise
      }
    },
  }
}
