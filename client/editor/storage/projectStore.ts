import type { DBSchema, IDBPDatabase } from 'idb'
import {
  type AssetEntry,
  type FontEntry,
  MAX_NAME_LENGTH,
  type Parts,
  PROJECT_VERSION,
} from '#client/engine/project-file/project.ts'
import type { TemplateLayout } from '#client/engine/template/templateLayout.ts'
import { createListeners } from '#client/kit/async/listeners.ts'
import { err, ok, type Result } from '#client/kit/values/result.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { type Connection, connect, createFileWriter, inTransaction, type Stored, toBlob } from './connection.ts'
import { projectsToEvict, STORAGE_LIMITS, type StorageLimits, type StoredProjectSize } from './eviction.ts'

/**
 * The reason why a project was not stored. `full`: the storage quota is exhausted. `unavailable`: this window can't
 * store data. `removed`: the user has deleted the project.
 */
export type StorageError = 'full' | 'unavailable' | 'removed'

/** The record of a project in IndexedDB. */
export interface ProjectRecord extends StoredProjectSize {
  version: number
  /** Id of the owner's account. Without an owner, the next account becomes the owner (`adoptUnowned`). */
  owner?: string | null
  name: string
  /** Thumbnail as a data URL. Null until it is made. */
  thumbnail: string | null
  /** The name that the user has set. If absent or empty, the project has the photo's name. */
  ownName?: string
  document: DocumentSnapshot
  assets: readonly AssetEntry[]
  /** absent if the project was saved before fonts could be imported */
  fonts?: readonly FontEntry[]
  /** True if the stored state of the document has been downloaded. */
  isDownloaded?: boolean
  /** True for a template, which has no photo. The name "design" is an older term that stored projects contain. */
  isDesign?: true
  /**
   * Rules that adapt the template's layers to a photo. If absent, layers have the same relative position and size as in
   * the template.
   */
  layout?: TemplateLayout
}

export const projectName = ({ name, ownName }: ProjectRecord): string => ownName || name

/** Returns true if the account `user` may see the project. `user` is null if signed out. */
export const isVisibleTo = ({ owner = null }: Pick<ProjectRecord, 'owner'>, user: string | null): boolean =>
  owner === user

/** The fields that each save writes. `ownName` is only written into a new record; later, `rename` changes it. */
export type Draft = Pick<
  ProjectRecord,
  | 'id'
  | 'ownName'
  | 'owner'
  | 'name'
  | 'savedAt'
  | 'document'
  | 'assets'
  | 'fonts'
  | 'isDesign'
  | 'layout'
  | 'isDownloaded'
  | 'isUntouched'
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
 * The projects in this browser's IndexedDB. A save writes the parts and the record, and deletes unused parts, in one
 * transaction. If the tab is closed during the save, the previous state remains.
 */
export class ProjectStore {
  private readonly limits: StorageLimits
  private readonly openProjects: () => Promise<ReadonlySet<string>>
  private readonly database: Connection<Schema>
  private readonly changes = createListeners()
  /** Subscribes to writes and deletions by this page. Returns a function that unsubscribes. */
  readonly onChange = this.changes.subscribe
  private readonly writeFiles = createFileWriter()
  private readonly removals: ReturnType<typeof createRemovals>
  private hasAsked = false

  /**
   * `name`: name of the database, which opens when first used. `openProjects` resolves with the ids of projects that
   * are open in any tab. Saving never evicts these projects.
   */
  constructor(
    name = 'midground',
    limits: StorageLimits = STORAGE_LIMITS,
    openProjects: () => Promise<ReadonlySet<string>> = async () => new Set(),
  ) {
    this.limits = limits
    this.openProjects = openProjects
    // if reading fails, projects are treated as missing
    this.database = connect(name, createStores, 'projects cannot be read')
    this.removals = createRemovals(name)
  }

  /** Resolves with all projects, newest first. Empty if the browser can't store data. Never rejects. */
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
   * Stores a project, and deletes the oldest projects of its owner beyond the limits. Never rejects. `parts` must
   * contain all parts of the project. Parts that are already stored are not written again. If the project has no owner,
   * `draft.owner` becomes the owner.
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

  /** Records that the stored state of the document has been downloaded. Never rejects. */
  markDownloaded(id: string): Promise<void> {
    return this.change(id, { isDownloaded: true })
  }

  rename(id: string, name: string): Promise<void> {
    return this.change(id, { ownName: name.trim().slice(0, MAX_NAME_LENGTH) })
  }

  remove(id: string): Promise<void> {
    return this.removeWhere((project) => project.id === id)
  }

  /**
   * Deletes all projects of an account. If any tab later writes one of these projects, `write` fails with 'removed'.
   */
  removeOwnedBy(owner: string): Promise<void> {
    return this.removeWhere((project) => {
      const isOwned = project.owner === owner
      if (isOwned) this.removals.add(project.id)
      return isOwned
    })
  }

  /** Makes an account the owner of projects that were stored before projects had owners. Never rejects. */
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

  /** Requests persistent storage. Without it, the browser may delete all data when the disk is full. */
  private requestPersistence(): void {
    if (this.hasAsked) return
    this.hasAsked = true
    /** Undefined on pages without a secure origin (https). */
    const { storage }: { storage?: StorageManager } = navigator
    void storage?.persist().catch(() => false) // if the browser declines, projects are still stored
  }

  private async put(
    draft: Draft & Pick<StoredProjectSize, 'sizes'>,
    parts: ReadonlyMap<string, Stored>,
  ): Promise<void> {
    // read before the transaction starts, because a transaction ends when anything else is awaited
    const open = await this.openProjects().catch(() => new Set<string>())
    const tx = (await this.database.open()).transaction(['projects', 'parts'], 'readwrite')
    const [projects, held] = [tx.objectStore('projects'), tx.objectStore('parts')]
    await inTransaction(tx, async () => {
      const before = await projects.get(draft.id)
      // checked inside the transaction, so that a concurrent deletion happens either before or after the write
      if (this.removals.has(draft.id)) throw new RemovedError()
      let isLarger = !before
      for (const [hash, stored] of parts) {
        if ((await held.getKey(hash)) !== undefined) continue
        await held.put(stored, hash)
        isLarger = true
      }
      const { thumbnail = null, ownName = draft.ownName ?? '' } = before ?? {}
      const owner = before?.owner ?? draft.owner ?? null
      await projects.put({ ...draft, owner, version: PROJECT_VERSION, thumbnail, ownName })
      if (!isLarger) return
      const all = (await projects.getAll()).filter((project) => isVisibleTo(project, owner))
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

  /** Changes fields of a stored project. */
  private async change(
    id: string,
    fields: Pick<Partial<ProjectRecord>, 'thumbnail' | 'ownName' | 'isDownloaded'>,
  ): Promise<void> {
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
 * Collects the ids of deleted projects, in this tab and other tabs. An open editor must not write these projects again.
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

/** Deletes parts that no project uses. */
async function sweep(projects: Stores['projects'], parts: Stores['parts']): Promise<void> {
  const named = new Set((await projects.getAll()).flatMap(({ sizes }) => Object.keys(sizes)))
  for (const hash of await parts.getAllKeys()) if (!named.has(hash)) await parts.delete(hash)
}
