import type { DBSchema, IDBPDatabase } from 'idb'
import type { FontStore } from '#client/kit/fonts/own/importFont.ts'
import { isOwnId, type OwnFont } from '#client/kit/fonts/own/ownFonts.ts'
import { connect, createFileWriter, isStored, type Stored, toBlob } from './connection.ts'

interface Schema extends DBSchema {
  fonts: { key: string; value: Omit<OwnFont, 'blob'> & { blob: Stored; addedAt: number } }
}

/** Creates the store of the user's fonts in IndexedDB. `now` returns ms since 1970. No method rejects. */
export function createFontStore(now: () => number, name = 'midground-fonts'): FontStore {
  const create = (db: IDBPDatabase<Schema>) => void db.createObjectStore('fonts', { keyPath: 'id' })
  const { attempt } = connect(name, create, 'fonts are not kept') // if the database is blocked, added fonts work during this visit only
  const writeFiles = createFileWriter()

  return {
    list: () =>
      attempt(async (db) => {
        const kept = await db.getAll('fonts')
        return kept
          .filter(({ id, blob, weights }) => isOwnId(id) && isStored(blob) && Array.isArray(weights))
          .sort((a, b) => a.addedAt - b.addedAt)
          .map(({ addedAt: _, blob, ...font }) => ({ ...font, blob: toBlob(blob) }))
      }, []),
    put: (font) =>
      attempt(async (db) => {
        await writeFiles(new Map([[font.id, font.blob]]), async (stored) => {
          for (const blob of stored.values()) await db.put('fonts', { ...font, blob, addedAt: now() })
        })
        return true
      }, false),
    remove: (id) => attempt((db) => db.delete('fonts', id), undefined),
  }
}
