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

/** `full`: no quota left. `unavailable`: this window stores nothing. `removed`: the project was deleted on purpose. */
export type StorageError = 'full' | 'unavailable' | 'removed'

export interface ProjectRecord extends Kept {
  version: number
  /** Id of the account whose project this is; null or absent = the device's, for every user of this browser. */
  owner?: string | null
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

/** Whether a project may be shown to the account `user` (null = signed out). */
export const isVisibleTo = ({ owner = null }: Pick<ProjectRecord, 'owner'>, user: string | null): boolean =>
  owner === null || owner === user

export type Draft = Pick<ProjectRecord, 'id' | 'owner' | 'name' | 'savedAt' | 'document' | 'assets' | 'fonts'>

interface Schema extends DBSchema {
  projects: { key: string; value: ProjectRecord }
  parts: { key: string; value: Stored }
}

export interface ProjectStore {
  /** Newest first. Empty where nothing can be kept. */
  list(): Promise<ProjectRecord[]>
  read(id: string): Promise<ProjectRecord | null>
  part(hash: string): Promise<Blob | null>
  /**
   * Never rejects. All of `parts` must be given; those that are stored already are not written again. A project without an
   * owner becomes `draft.owner`'s; a project that has an owner keeps it.
   */
  write(draft: Draft, parts: Parts): Promise<Result<void, StorageError>>
  setThumbnail(id: string, thumbnail: string): Promise<void>
  rename(id: string, ownName: string): Promise<void>
  remove(id: string): Promise<void>
  /** Deletes every project of the account. A later `write` of one of them, in any tab, fails with 'removed'. */
  removeOwnedBy(owner: string): Promise<void>
  /** Something was written or removed by this page. */
  onChange(listener: () => void): () => void
}

const createStores = (db: IDBPDatabase<Schema>) => {
  db.createObjectStore('projects', { keyPath: 'id' })
  db.createObjectStore('parts')
}

export function createProjectStore(name = 'midground', limits: StorageLimits = STORAGE_LIMITS): ProjectStore {
  // what cannot be read is not there
  const { open, attempt } = connect(name, createStores, 'projects cannot be read')
  const changes = createListeners()
  const writeFiles = createFileWriter()
  const removals = createRemovals(name)
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
        await writeFiles(parts, async (stored) => put(await open(), { ...draft, sizes }, stored, limits, removals))
        requestPersistence()
        changes.tell()
        return ok(undefined)
      } catch (error) {
        if (error instanceof RemovedError) return err('removed')
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
    async removeOwnedBy(owner) {
      await attempt(async (db) => {
        const tx = db.transaction(['projects', 'parts'], 'readwrite')
        const projects = tx.objectStore('projects')
        for (const project of await projects.getAll())
          if (project.owner === owner) {
            removals.add(project.id)
            await projects.delete(project.id)
          }
        await sweep(projects, tx.objectStore('parts'))
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
  limits: StorageLimits,
  removals: { has(id: string): boolean },
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
    // Inside the transaction: a removal that runs at the same time comes either wholly before or wholly after.
    if (removals.has(draft.id)) throw new RemovedError()
    let isLarger = !before
    for (const [hash, stored] of parts) {
      if ((await held.getKey(hash)) !== undefined) continue
      await held.put(stored, hash)
      isLarger = true
    }
    const { thumbnail = null, ownName = '' } = before ?? {}
    const owner = before?.owner ?? draft.owner ?? null
    await projects.put({ ...draft, owner, version: PROJECT_VERSION, thumbnail, ownName })
    if (isLarger) {
      for (const id of projectsToEvict(await projects.getAll(), draft.id, limits)) await projects.delete(id)
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

class RemovedError extends Error {}

/** Ids of projects that were deleted on purpose, in this tab or another one, so that no open editor writes them again. */
function createRemovals(name: string) {
  const ids = new Set<string>()
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(`${name}-removed`)
  channel?.addEventListener('message', ({ data }: MessageEvent<string>) => ids.add(data))
  return {
    has: (id: string) => ids.has(id),
    add(id: string) {
      ids.add(id)
      channel?.postMessage(id)
    },
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
