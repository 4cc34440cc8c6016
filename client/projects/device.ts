/**
 * The projects that this browser keeps, in IndexedDB. What a save changes is one transaction: parts first, then the
 * record, then what nobody names any more; a tab that is killed in the middle leaves what was there before.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { createListeners } from '../base/listeners.ts'
import { err, ok, type Result } from '../base/result.ts'
import type { DocumentSnapshot } from '../document/document.ts'
import { BOUNDS, type Bounds, beyond, type Kept } from './bounds.ts'
import { type AssetEntry, type Parts, PROJECT_VERSION } from './project.ts'

/** `full`: the disk, or what the browser lets us have of it. `unavailable`: this window keeps nothing. */
export type DeviceError = 'full' | 'unavailable'

export interface DeviceRecord extends Kept {
  version: number
  name: string
  /** A small picture as a data URL; null until there was a quiet moment to make one. */
  thumbnail: string | null
  document: DocumentSnapshot
  assets: readonly AssetEntry[]
}

export type Draft = Pick<DeviceRecord, 'id' | 'name' | 'savedAt' | 'document' | 'assets'>

interface Schema extends DBSchema {
  projects: { key: string; value: DeviceRecord }
  parts: { key: string; value: Blob }
}

export interface Device {
  /** Newest first. Empty where nothing can be kept. */
  list(): Promise<DeviceRecord[]>
  read(id: string): Promise<DeviceRecord | null>
  part(hash: string): Promise<Blob | null>
  /** Never rejects. All of `parts` must be given; those that are there already are not written again. */
  write(draft: Draft, parts: Parts): Promise<Result<void, DeviceError>>
  illustrate(id: string, thumbnail: string): Promise<void>
  remove(id: string): Promise<void>
  /** Something was written or removed by this page. */
  onChange(listener: () => void): () => void
}

export function createDevice(name = 'midground', bounds: Bounds = BOUNDS): Device {
  const changes = createListeners()
  /** Absent on pages without a secure origin. */
  const { storage }: { storage?: StorageManager } = navigator
  let opening: Promise<IDBPDatabase<Schema>> | null = null
  let hasAsked = false

  function open(): Promise<IDBPDatabase<Schema>> {
    opening ??= openDB<Schema>(name, 1, {
      upgrade(db) {
        db.createObjectStore('projects', { keyPath: 'id' })
        db.createObjectStore('parts')
      },
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

  /** Asked once there is work: without it the browser may clear everything when the disk gets full. */
  function askToStay() {
    if (hasAsked) return
    hasAsked = true
    void storage?.persist().catch(() => false) // work is kept all the same, for less certain
  }

  /** Reading is a courtesy: what cannot be read is not there. */
  async function reading<T>(read: (db: IDBPDatabase<Schema>) => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await read(await open())
    } catch (error) {
      console.warn('projects cannot be read', error)
      return otherwise
    }
  }

  return {
    list: () => reading(async (db) => (await db.getAll('projects')).sort((a, b) => b.savedAt - a.savedAt), []),
    read: (id) => reading(async (db) => (await db.get('projects', id)) ?? null, null),
    part: (hash) => reading(async (db) => (await db.get('parts', hash)) ?? null, null),
    async write(draft, parts) {
      try {
        await put(await open(), draft, parts, bounds)
        askToStay()
        changes.tell()
        return ok(undefined)
      } catch (error) {
        console.warn('the project was not kept', error)
        return err(error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'unavailable')
      }
    },
    illustrate: (id, thumbnail) =>
      reading(async (db) => {
        const tx = db.transaction('projects', 'readwrite')
        const record = await tx.store.get(id)
        if (record) await tx.store.put({ ...record, thumbnail })
        await tx.done
      }, undefined),
    async remove(id) {
      await reading(async (db) => {
        const tx = db.transaction(['projects', 'parts'], 'readwrite')
        await tx.objectStore('projects').delete(id)
        await sweep(tx.objectStore('projects'), tx.objectStore('parts'))
        await tx.done
      }, undefined)
      changes.tell()
    },
    onChange: changes.subscribe,
  }
}

async function put(db: IDBPDatabase<Schema>, draft: Draft, parts: Parts, bounds: Bounds): Promise<void> {
  const tx = db.transaction(['projects', 'parts'], 'readwrite')
  const failed = tx.done.then(
    () => null,
    (error: unknown) => ({ error }),
  )
  try {
    const projects = tx.objectStore('projects')
    const held = tx.objectStore('parts')
    const before = await projects.get(draft.id)
    const sizes = Object.fromEntries([...parts].map(([hash, blob]) => [hash, blob.size]))
    let isLarger = !before
    for (const [hash, blob] of parts) {
      if ((await held.getKey(hash)) !== undefined) continue
      await held.put(blob, hash)
      isLarger = true
    }
    await projects.put({ ...draft, version: PROJECT_VERSION, thumbnail: before?.thumbnail ?? null, sizes })
    if (isLarger) {
      for (const id of beyond(await projects.getAll(), draft.id, bounds)) await projects.delete(id)
      await sweep(projects, held)
    }
  } catch (error) {
    abort(tx) // nothing of it stays
    await failed
    throw error
  }
  const end = await failed
  if (end) throw end.error
}

function abort(tx: { abort(): void }) {
  try {
    tx.abort()
  } catch {
    // it has ended itself, over the request that failed
  }
}

interface Stores {
  projects: { getAll(): Promise<DeviceRecord[]> }
  parts: { getAllKeys(): Promise<string[]>; delete(hash: string): Promise<void> }
}

async function sweep(projects: Stores['projects'], parts: Stores['parts']): Promise<void> {
  const named = new Set((await projects.getAll()).flatMap(({ sizes }) => Object.keys(sizes)))
  for (const hash of await parts.getAllKeys()) if (!named.has(hash)) await parts.delete(hash)
}
