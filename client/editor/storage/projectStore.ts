/**
 * The projects that this browser keeps, in IndexedDB. What a save changes is one transaction: parts first, then the
 * record, then what nobody names any more; a tab that is killed in the middle leaves what was there before.
 */
import type { DBSchema, IDBPDatabase } from 'idb'
import { createListeners } from '../../kit/base/listeners.ts'
import { err, ok, type Result } from '../../kit/base/result.ts'
import type { DocumentSnapshot } from '../../model/document/document.ts'
import { connect } from './connection.ts'
import { type Kept, projectsToEvict, STORAGE_LIMITS, type StorageLimits } from './eviction.ts'
import { type AssetEntry, type FontEntry, type Parts, PROJECT_VERSION } from './project.ts'
import { createFileWriter, type Stored, toBlob } from './storedFiles.ts'

/** `full`: the disk, or what the browser lets us have of it. `unavailable`: this window keeps nothing. */
export type StorageError = 'full' | 'unavailable'

export interface ProjectRecord extends Kept {
  version: number
  name: string
  /** A small picture as a data URL; null until there was a quiet moment to make one. */
  thumbnail: string | null
  /** What the user calls it; absent or empty: as its photo is called. */
  ownName?: string
  document: DocumentSnapshot
  assets: readonly AssetEntry[]
  /** Absent = it was kept before fonts could be brought. */
  fonts?: readonly FontEntry[]
}

export const projectName = ({ name, ownName }: ProjectRecord): string => ownName || name

export type Draft = Pick<ProjectRecord, 'id' | 'name' | 'savedAt' | 'document' | 'assets' | 'fonts'>

interface Schema extends DBSchema {
  projects: { key: string; value: ProjectRecord }
  parts: { key: string; value: Stored }
}

export interface ProjectStore {
  /** Newest first. Empty where nothing can be kept. */
  list(): Promise<ProjectRecord[]>
  read(id: string): Promise<ProjectRecord | null>
  part(hash: string): Promise<Blob | null>
  /** Never rejects. All of `parts` must be given; those that are there already are not written again. */
  write(draft: Draft, parts: Parts): Promise<Result<void, StorageError>>
  setThumbnail(id: string, thumbnail: string): Promise<void>
  rename(id: string, ownName: string): Promise<void>
  remove(id: string): Promise<void>
  /** Something was written or removed by this page. */
  onChange(listener: () => void): () => void
}

const createStores = (db: IDBPDatabase<Schema>) => {
  db.createObjectStore('projects', { keyPath: 'id' })
  db.createObjectStore('parts')
}

export function createProjectStore(name = 'midground', bounds: StorageLimits = STORAGE_LIMITS): ProjectStore {
  // what cannot be read is not there
  const { open, attempt } = connect(name, createStores, 'projects cannot be read')
  const changes = createListeners()
  const writeFiles = createFileWriter()
  /** Absent on pages without a secure origin. */
  const { storage }: { storage?: StorageManager } = navigator
  let hasAsked = false

  /** Asked once there is work: without it the browser may clear everything when the disk gets full. */
  function requestPersistence() {
    if (hasAsked) return
    hasAsked = true
    void storage?.persist().catch(() => false) // work is kept all the same, for less certain
  }

  /** Beside the saves, which leave it as it is. */
  async function amend(id: string, change: Pick<Partial<ProjectRecord>, 'thumbnail' | 'ownName'>) {
    await attempt(async (db) => {
      const tx = db.transaction('projects', 'readwrite')
      const record = await tx.store.get(id)
      if (record) await tx.store.put({ ...record, ...change })
      await tx.done
    }, undefined)
    changes.tell()
  }

  return {
    list: () => attempt(async (db) => (await db.getAll('projects')).sort((a, b) => b.savedAt - a.savedAt), []),
    read: (id) => attempt(async (db) => (await db.get('projects', id)) ?? null, null),
    part: (hash) =>
      attempt(async (db) => {
        const stored = await db.get('parts', hash)
        return stored ? toBlob(stored) : null
      }, null),
    async write(draft, parts) {
      try {
        const sizes = Object.fromEntries([...parts].map(([hash, blob]) => [hash, blob.size]))
        await writeFiles(parts, async (stored) => put(await open(), { ...draft, sizes }, stored, bounds))
        requestPersistence()
        changes.tell()
        return ok(undefined)
      } catch (error) {
        console.warn('the project was not kept', error)
        return err(error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'unavailable')
      }
    },
    setThumbnail: (id, thumbnail) => amend(id, { thumbnail }),
    rename: (id, ownName) => amend(id, { ownName }),
    async remove(id) {
      await attempt(async (db) => {
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

async function put(
  db: IDBPDatabase<Schema>,
  draft: Draft & Pick<Kept, 'sizes'>,
  parts: ReadonlyMap<string, Stored>,
  bounds: StorageLimits,
): Promise<void> {
  const tx = db.transaction(['projects', 'parts'], 'readwrite')
  const failed = tx.done.then(
    () => null,
    (error: unknown) => ({ error }),
  )
  try {
    const projects = tx.objectStore('projects')
    const held = tx.objectStore('parts')
    const before = await projects.get(draft.id)
    let isLarger = !before
    for (const [hash, stored] of parts) {
      if ((await held.getKey(hash)) !== undefined) continue
      await held.put(stored, hash)
      isLarger = true
    }
    const { thumbnail = null, ownName = '' } = before ?? {}
    await projects.put({ ...draft, version: PROJECT_VERSION, thumbnail, ownName })
    if (isLarger) {
      for (const id of projectsToEvict(await projects.getAll(), draft.id, bounds)) await projects.delete(id)
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
  projects: { getAll(): Promise<ProjectRecord[]> }
  parts: { getAllKeys(): Promise<string[]>; delete(hash: string): Promise<void> }
}

async function sweep(projects: Stores['projects'], parts: Stores['parts']): Promise<void> {
  const named = new Set((await projects.getAll()).flatMap(({ sizes }) => Object.keys(sizes)))
  for (const hash of await parts.getAllKeys()) if (!named.has(hash)) await parts.delete(hash)
}
