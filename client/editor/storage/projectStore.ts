import type { DBSchema, IDBPDatabase } from 'idb'
import { type AssetEntry, type FontEntry, type Parts, PROJECT_VERSION } from '#client/engine/project-file/project.ts'
import type { TemplateLayout } from '#client/engine/template/templateLayout.ts'
import { createListeners } from '#client/kit/async/listeners.ts'
import { err, ok, type Result } from '#client/kit/values/result.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { type Connection, connect, createFileWriter, inTransaction, type Stored, toBlob } from './connection.ts'
import { projectsToEvict, STORAGE_LIMITS, type StorageLimits, type StoredProjectSize } from './eviction.ts'

/**
 * The reasons why a project was not stored. `full`: no quota left. `unavailable`: this window cannot store data.
 * `removed`: the user deleted the project.
 */
export type StorageError = 'full' | 'unavailable' | 'removed'

/** The record of a project in IndexedDB. */
export interface ProjectRecord extends StoredProjectSize {
  version: number
  /** Id of the account that owns the project. Without an id, the project goes to the next account (`adoptUnowned`). */
  owner?: string | null
  name: string
  /** Thumbnail as a data URL; null until the thumbnail is made. */
  thumbnail: string | null
  /** The user's name for the project. If absent or empty, the project has the photo's name. */
  ownName?: string
  document: DocumentSnapshot
  assets: readonly AssetEntry[]
  /** absent in projects older than the import of fonts */
  fonts?: readonly FontEntry[]
  /** True for a template, which has no photo. Stored projects use this older name. */
  isDesign?: true
  /**
   * The rules that adapt the layers of a template to a photo. If absent, layers keep their relative position and size.
   */
  layout?: TemplateLayout
}

/** Maximum length of a project's name, UTF-16 code units. */
export const MAX_NAME_LENGTH = 80

export const projectName = ({ name, ownName }: ProjectRecord): string => ownName || name

/** Returns true when the project may be shown to the account `user` (null = signed out). */
export const isVisibleTo = ({ owner = null }: Pick<ProjectRecord, 'owner'>, user: string | null): boolean =>
  owner === user

/** The fields of a project that each save writes. */
export type Draft = Pick<
  ProjectRecord,
  'id' | 'owner' | 'name' | 'savedAt' | 'document' | 'assets' | 'fonts' | 'isDesign' | 'layout'
>

interface Schema extends DBSchema {
  projects: { key: string; value: ProjectRecord }
  parts: { key: string; value: Stored }
}

const createStores = (db: IDBPDatabase<Schema>) => {
  db.createObjectStore('projects', { keyPath: 'id' })
  db.createObjectStore('parts')
}

/**
 * The projects in this browser's IndexedDB. A save is one transaction, so closing the tab during a save leaves the
 * previous state. A save writes the parts and the record, and deletes unused parts.
 */
export class ProjectStore {
  private readonly limits: StorageLimits
  private readonly openProjects: () => Promise<ReadonlySet<string>>
  private readonly database: Connection<Schema>
  private readonly changes = createListeners()
  /** Listens to writes and deletions by this page. Returns a function that removes the listener. */
  readonly onChange = this.changes.subscribe
  private readonly writeFiles = createFileWriter()
  private readonly removals: ReturnType<typeof createRemovals>
  private hasAsked = false

  /**
   * Opens the database `name` at the first use. `openProjects` resolves with the ids of the projects that any tab has
   * open. A save never deletes these projects.
   */
  constructor(
    name = 'midground',
    limits: StorageLimits = STORAGE_LIMITS,
    openProjects: () => Promise<ReadonlySet<string>> = async () => new Set(),
  ) {
    this.limits = limits
    this.openProjects = openProjects
    this.database = connect(name, createStores, 'projects cannot be read') // an unreadable project counts as missing
    this.removals = createRemovals(name)
  }

  /** Resolves with all projects, newest first; empty if the browser cannot store data. Never rejects. */
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

  /**
   * Stores a project. Never rejects. `parts` must contain all parts of the project. Parts that are already stored are
   * not written again. A project without an owner gets `draft.owner`.
   */
  async write(draft: Draft, parts: Parts): Promise<Result<void, StorageError>> {
    const sizes = Object.fromEntries([...parts].map(([hash, blob]) => [hash, blob.size]))
    try {
      await this.writeFiles(parts, (stored) => this.put({ ...draft, sizes }, stored))
      this.requestPersistence()
      this.changes.emit()
      return ok(undefined)
    } catch (error) {
      if (error instanceof RemovedError) return err('removed')
      console.warn('the project was not saved', error)
      return err(error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'unavailable')
    }
  }

  setThumbnail(id: string, thumbnail: string): Promise<void> {
    return this.change(id, { thumbnail })
  }

  rename(id: string, name: string): Promise<void> {
    return this.change(id, { ownName: name.trim().slice(0, MAX_NAME_LENGTH) })
  }

  remove(id: string): Promise<void> {
    return this.removeWhere((project) => project.id === id)
  }

  /** Deletes all projects of an account. A later `write` of these projects, in any tab, fails with 'removed'. */
  removeOwnedBy(owner: string): Promise<void> {
    return this.removeWhere((project) => {
      const isOwned = project.owner === owner
      if (isOwned) this.removals.add(project.id)
      return isOwned
    })
  }

  /** Gives projects that were stored before projects had owners to an account. Never rejects. */
  async adoptUnowned(owner: string): Promise<void> {
    const count = await this.database.attempt(async (db) => {
      const tx = db.transaction('projects', 'readwrite')
      const unowned = (await tx.store.getAll()).filter((project) => (project.owner ?? null) === null)
      for (const project of unowned) await tx.store.put({ ...project, owner })
      await tx.done
      return unowned.length
    }, 0)
    if (count > 0) this.changes.emit()
  }

  /** Asks for persistent storage. Otherwise the browser may delete all data when the disk is full. */
  private requestPersistence(): void {
    if (this.hasAsked) return
    this.hasAsked = true
    /** Undefined on pages without a secure origin. */
    const { storage }: { storage?: StorageManager } = navigator
    void storage?.persist().catch(() => false) // if the browser declines, the projects are stored anyway
  }

  private async put(
    draft: Draft & Pick<StoredProjectSize, 'sizes'>,
    parts: ReadonlyMap<string, Stored>,
  ): Promise<void> {
    // Read before the transaction begins, because a transaction ends when other work is awaited.
    const open = await this.openProjects().catch(() => new Set<string>())
    const tx = (await this.database.open()).transaction(['projects', 'parts'], 'readwrite')
    const [projects, held] = [tx.objectStore('projects'), tx.objectStore('parts')]
    await inTransaction(tx, async () => {
      const before = await projects.get(draft.id)
      // checked inside the transaction, so that a concurrent removal comes either before or after the write
      if (this.removals.has(draft.id)) throw new RemovedError()
      let isLarger = !before
      for (const [hash, stored] of parts) {
        if ((await held.getKey(hash)) !== undefined) continue
        await held.put(stored, hash)
        isLarger = true
      }
      const { thumbnail = null, ownName = '' } = before ?? {}
      const owner = before?.owner ?? draft.owner ?? null
      await projects.put({ ...draft, owner, version: PROJECT_VERSION, thumbnail, ownName })
      if (!isLarger) return
      const all = await projects.getAll()
      for (const id of projectsToEvict(all, draft.id, this.limits, open)) await projects.delete(id)
      await sweep(projects, held)
    })
  }

  private async removeWhere(isRemoved: (project: ProjectRecord) => boolean): Promise<void> {
    await this.database.attempt(async (db) => {
      const tx = db.transaction(['projects', 'parts'], 'readwrite')
      const projects = tx.objectStore('projects')
      for (const project of await projects.getAll()) if (isRemoved(project)) await projects.delete(project.id)
      await sweep(projects, tx.objectStore('parts'))
      await tx.done
    }, undefined)
    this.changes.emit()
  }

  /** Changes fields that a save doesn't write. */
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

class RemovedError extends Error {}

/**
 * Collects the ids of projects that this tab and other tabs have deleted. An open editor must not write a deleted
 * project again.
 */
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

/** Deletes the parts that no project uses. */
async function sweep(projects: Stores['projects'], parts: Stores['parts']): Promise<void> {
  const named = new Set((await projects.getAll()).flatMap(({ sizes }) => Object.keys(sizes)))
  for (const hash of await parts.getAllKeys()) if (!named.has(hash)) await parts.delete(hash)
}
