import type { DBSchema, IDBPDatabase } from 'idb'
import { createListeners } from '#client/kit/base/listeners.ts'
import { err, ok, type Result } from '#client/kit/base/result.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { type Connection, connect, createFileWriter, type Stored, toBlob } from './connection.ts'
import { projectsToEvict, STORAGE_LIMITS, type StorageLimits, type StoredProjectSize } from './eviction.ts'
import { type AssetEntry, type FontEntry, type Parts, PROJECT_VERSION } from './project.ts'

/**
 * The reasons why a project was not stored. `full`: no quota left. `unavailable`: this window cannot store data.
 * `removed`: the user deleted the project.
 */
export type StorageError = 'full' | 'unavailable' | 'removed'

import type { TemplateLayout } from './templateLayout.ts'

/** The record of a project in IndexedDB. */
export interface ProjectRecord extends StoredProjectSize {
  version: number
  /** Id of the account that owns the project; null or absent = visible to every user of this browser. */
  owner?: string | null
  name: string
  /** A thumbnail as a data URL; null until it is made. */
  thumbnail: string | null
  /** The user's name for the project; absent or empty = the photo's name. */
  ownName?: string
  document: DocumentSnapshot
  assets: readonly AssetEntry[]
  /** Absent in projects from before the import of fonts existed. */
  fonts?: readonly FontEntry[]
  /** The record is a template, without a photo. Stored projects have this field name. */
  isDesign?: true
  /** The rules by which the layers of a template adapt to a photo. */
  layout?: TemplateLayout
}

/** Returns the displayed name of a project. */
export const projectName = ({ name, ownName }: ProjectRecord): string => ownName || name

/** Returns true when the project may be shown to the account `user` (null = signed out). */
export const isVisibleTo = ({ owner = null }: Pick<ProjectRecord, 'owner'>, user: string | null): boolean =>
  owner === null || owner === user

/** The fields of a project that a save writes. */
export type Draft = Pick<
  ProjectRecord,
  'id' | 'owner' | 'name' | 'savedAt' | 'document' | 'assets' | 'fonts' | 'isDesign' | 'layout'
>

interface Schema extends DBSchema {
  projects: { key: string; value: ProjectRecord }
  parts: { key: string; value: Stored }
}

/**
 * The projects in this browser's IndexedDB. A save is one transaction, so a tab that is killed during a save leaves the
 * previous state. It writes the parts and the record, and deletes unused parts.
 */
export interface ProjectStore {
  /** Resolves with all projects, newest first. Empty where the browser cannot store data. Never rejects. */
  list(): Promise<ProjectRecord[]>
  read(id: string): Promise<ProjectRecord | null>
  part(hash: string): Promise<Blob | null>
  /**
   * Stores a project. Never rejects. `parts` must be complete; parts that are already stored are not written again. A
   * project without an owner gets `draft.owner`. An existing owner stays.
   */
  write(draft: Draft, parts: Parts): Promise<Result<void, StorageError>>
  setThumbnail(id: string, thumbnail: string): Promise<void>
  rename(id: string, ownName: string): Promise<void>
  remove(id: string): Promise<void>
  /** Deletes all projects of an account. A later `write` of these projects, in any tab, fails with 'removed'. */
  removeOwnedBy(owner: string): Promise<void>
  /**
   * Calls the listener whenever this page has written or deleted a project. Returns a function that removes the
   * listener.
   */
  onChange(listener: () => void): () => void
}

const createStores = (db: IDBPDatabase<Schema>) => {
  db.createObjectStore('projects', { keyPath: 'id' })
  db.createObjectStore('parts')
}

/** Resolves with the ids of the projects that any tab has open (`ProjectLocks.held`). */
type OpenProjects = () => Promise<ReadonlySet<string>>

const noneOpen: OpenProjects = () => Promise.resolve(new Set())

/** Creates the store in the database `name`. A save never deletes a project that `open` resolves with. */
export const createProjectStore = (
  name = 'midground',
  limits: StorageLimits = STORAGE_LIMITS,
  open: OpenProjects = noneOpen,
): ProjectStore => new IndexedDbProjects(name, limits, open)

class IndexedDbProjects implements ProjectStore {
  private readonly limits: StorageLimits
  private readonly open: OpenProjects
  private readonly database: Connection<Schema>
  private readonly changes = createListeners()
  private readonly writeFiles = createFileWriter()
  private readonly removals: Removals
  private hasAsked = false

  constructor(name: string, limits: StorageLimits, open: OpenProjects) {
    this.limits = limits
    this.open = open
    this.database = connect(name, createStores, 'projects cannot be read') // unreadable projects count as missing
    this.removals = createRemovals(name)
  }

  list(): Promise<ProjectRecord[]> {
    const newestFirst = (a: ProjectRecord, b: ProjectRecord) => b.savedAt - a.savedAt
    return this.database.attempt(async (db) => (await db.getAll('projects')).sort(newestFirst), [])
  }

  read(id: string): Promise<ProjectRecord | null> {
    return this.database.attempt(async (db) => (await db.get('projects', id)) ?? null, null)
  }

  part(hash: string): Promise<Blob | null> {
    return this.database.attempt(async (db) => {
      const stored = await db.get('parts', hash)
      return stored ? toBlob(stored) : null
    }, null)
  }

  async write(draft: Draft, parts: Parts): Promise<Result<void, StorageError>> {
    const { database, limits, removals } = this
    try {
      const sizes = Object.fromEntries([...parts].map(([hash, blob]) => [hash, blob.size]))
      await this.writeFiles(parts, async (stored) => {
        // Before the transaction, which ends during an await of anything else.
        const open = await this.open().catch(() => new Set<string>())
        const evict = (all: readonly ProjectRecord[]) => projectsToEvict(all, draft.id, limits, open)
        await put(await database.open(), { ...draft, sizes }, stored, evict, removals)
      })
      this.requestPersistence()
      this.changes.emit()
      return ok(undefined)
    } catch (error) {
      if (error instanceof RemovedError) return err('removed')
      console.warn('the project was not kept', error)
      return err(error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'unavailable')
    }
  }

  setThumbnail(id: string, thumbnail: string): Promise<void> {
    return this.change(id, { thumbnail })
  }

  rename(id: string, ownName: string): Promise<void> {
    return this.change(id, { ownName })
  }

  async remove(id: string): Promise<void> {
    await this.database.attempt(async (db) => {
      const tx = db.transaction(['projects', 'parts'], 'readwrite')
      await tx.objectStore('projects').delete(id)
      await sweep(tx.objectStore('projects'), tx.objectStore('parts'))
      await tx.done
    }, undefined)
    this.changes.emit()
  }

  async removeOwnedBy(owner: string): Promise<void> {
    await this.database.attempt(async (db) => {
      const tx = db.transaction(['projects', 'parts'], 'readwrite')
      const projects = tx.objectStore('projects')
      for (const project of await projects.getAll())
        if (project.owner === owner) {
          this.removals.add(project.id)
          await projects.delete(project.id)
        }
      await sweep(projects, tx.objectStore('parts'))
      await tx.done
    }, undefined)
    this.changes.emit()
  }

  onChange(listener: () => void): () => void {
    return this.changes.subscribe(listener)
  }

  /**
   * Requests persistent storage after the first save. Without it, the browser may delete all data when the disk is
   * full.
   */
  private requestPersistence(): void {
    if (this.hasAsked) return
    this.hasAsked = true
    /** Missing on pages without a secure origin. */
    const { storage }: { storage?: StorageManager } = navigator
    void storage?.persist().catch(() => false) // without persistence, the projects are still stored
  }

  /** Changes fields of a record that saves leave unchanged. */
  private async change(id: string, fields: Pick<Partial<ProjectRecord>, 'thumbnail' | 'ownName'>): Promise<void> {
    await this.database.attempt(async (db) => {
      const tx = db.transaction('projects', 'readwrite')
      const record = await tx.store.get(id)
      if (record) await tx.store.put({ ...record, ...fields })
      await tx.done
    }, undefined)
    this.changes.emit()
  }
}

async function put(
  db: IDBPDatabase<Schema>,
  draft: Draft & Pick<StoredProjectSize, 'sizes'>,
  parts: ReadonlyMap<string, Stored>,
  evict: (all: readonly ProjectRecord[]) => string[],
  removals: Removals,
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
    // Inside the transaction, so that a concurrent removal comes either before or after the write.
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
      for (const id of evict(await projects.getAll())) await projects.delete(id)
      await sweep(projects, held)
    }
  } catch (error) {
    abort(tx) // rolls the transaction back
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
    // a failed request has already ended the transaction
  }
}

class RemovedError extends Error {}

interface Removals {
  has(id: string): boolean
  add(id: string): void
}

/**
 * Returns the set of projects that the user has deleted, in this tab or another one, so that open editors don't write
 * them again.
 */
function createRemovals(name: string): Removals {
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
