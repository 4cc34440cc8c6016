import type { DBSchema, IDBPDatabase } from 'idb'
import type { FontStore } from '#client/kit/fonts/own/importFont.ts'
import { isOwnId, type OwnFont } from '#client/kit/fonts/own/ownFonts.ts'
import { connect, createFileWriter, isStored, type Stored, toBlob } from './connection.ts'

interface StoredFont extends Omit<OwnFont, 'blob'> {
  blob: Stored
  addedAt: number
  /** Ids of the accounts that have imported the font. Absent if the font was stored before fonts had owners. */
  owners?: readonly string[]
}

interface Schema extends DBSchema {
  fonts: { key: string; value: StoredFont }
}

/**
 * Creates the store of imported fonts in IndexedDB. The methods never reject. The first account that lists its fonts
 * becomes the owner of fonts without an owner. `now` returns ms since 1970.
 */
export function createFontStore(
  now: () => number,
  name = 'midground-fonts',
): FontStore & { removeOwnedBy(owner: string): Promise<void> } {
  const create = (db: IDBPDatabase<Schema>) => void db.createObjectStore('fonts', { keyPath: 'id' })
  // if the database is blocked, added fonts are available only during this visit
  const { attempt } = connect(name, create, 'fonts are not kept')
  const writeFiles = createFileWriter()

  /** Changes the owners of fonts. Deletes fonts that have no owner afterwards. */
  const changeOwners = (change: (font: StoredFont) => readonly string[] | undefined) =>
    attempt(async (db) => {
      const tx = db.transaction('fonts', 'readwrite')
      for (const font of await tx.store.getAll()) {
        const owners = change(font)
        if (owners === font.owners) continue
        if (owners?.length) await tx.store.put({ ...font, owners })
        else await tx.store.delete(font.id)
      }
      await tx.done
    }, undefined)
  const without = (owners: readonly string[] | undefined, owner: string) =>
    owners?.includes(owner) ? owners.filter((other) => other !== owner) : owners

  return {
    async list(owner) {
      if (owner !== null) await changeOwners(({ owners }) => owners ?? [owner])
      return attempt(async (db) => {
        const kept = await db.getAll('fonts')
        return kept
          .filter(({ owners }) => (owner === null ? !owners : owners?.includes(owner)))
          .filter(({ id, blob, weights }) => isOwnId(id) && isStored(blob) && Array.isArray(weights))
          .sort((a, b) => a.addedAt - b.addedAt)
          .map(({ addedAt: _, owners: __, blob, ...font }) => ({ ...font, blob: toBlob(blob) }))
      }, [])
    },
    put: (font, owner) =>
      attempt(async (db) => {
        await writeFiles(new Map([[font.id, font.blob]]), async (stored) => {
          const others = (await db.get('fonts', font.id))?.owners ?? []
          const owners = owner === null ? others : [...new Set([...others, owner])]
          for (const blob of stored.values())
            await db.put('fonts', { ...font, blob, addedAt: now(), ...(owners.length > 0 && { owners }) })
        })
        return true
      }, false),
    remove: (id, owner) =>
      owner === null
        ? attempt((db) => db.delete('fonts', id), undefined)
        : changeOwners((font) => (font.id === id ? without(font.owners, owner) : font.owners)),
    removeOwnedBy: (owner) => changeOwners(({ owners }) => without(owners, owner)),
  }
}

/** The page's store of imported fonts. */
export const fontStore = createFontStore(Date.now)
