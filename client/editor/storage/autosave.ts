import { subscribeKey } from 'valtio/utils'
import { subscribe } from 'valtio/vanilla'
import { packDocument } from '#client/engine/project-file/pack.ts'
import { createListeners, stopAll } from '#client/kit/async/listeners.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { err, type Result } from '#client/kit/values/result.ts'
import { type Asset, stringsIn } from '#client/model/assets/store.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import type { ProjectStore, StorageError } from './projectStore.ts'
import type { ProjectLocks } from './stores.ts'

export interface AutosaveDeps {
  session: Session
  store: Pick<ProjectStore, 'write' | 'setThumbnail' | 'markDownloaded' | 'onChange'>
  locks: Pick<ProjectLocks, 'acquire'>
  /** Returns true if the document equals that of a newly uploaded photo. */
  isPristine(doc: DocumentSnapshot): boolean
  now(): number
  newProject(): string
  /** Returns the id of the account that owns new projects, or null if signed out. */
  owner(): string | null
  /** Calls `run` in an idle period, either soon or after a quiet period. Returns a function that cancels this. */
  whenIdle(run: () => void, wait: 'soon' | 'quiet'): () => void
  /**
   * Calls `run` each time the page is hidden, because browsers may terminate a hidden page. Returns a function that
   * removes the listener.
   */
  whenHidden(run: () => void): () => void
  /** Resolves with a thumbnail of the document as a data URL, or null if it can't be made now. */
  thumbnail(): Promise<string | null>
  /** Called once per kind of error until a save succeeds. The document stays open and editable. */
  onProblem(error: StorageError): void
}

/** A snapshot of the document with the assets that it references. */
interface State {
  doc: DocumentSnapshot
  photo: NonNullable<DocumentSnapshot['photo']>
  assets: Asset[]
  version: number
}

/**
 * Saves the document on the device shortly after each change, in an idle period after the gesture has ended. Only one
 * write runs at a time. If several changes happen during a write, only the last state is written.
 */
export class Autosave {
  private readonly deps: AutosaveDeps
  private readonly project: ReturnType<typeof createCurrentProject>
  private readonly reported = new Set<StorageError>()
  private readonly unsubscribe: () => void
  private saved: DocumentSnapshot | null = null
  /** The document as it was opened from a project or a project file. */
  private opened: DocumentSnapshot | null = null
  private readonly saves = createListeners()
  /** Subscribes to successful saves. Returns a function that unsubscribes. */
  readonly onSave = this.saves.subscribe
  /**
   * The document that could not be written. The next attempt is made after another change to the document or to the
   * store, or when the page is hidden or left, because the device may have room again.
   */
  private failed: DocumentSnapshot | null = null
  private saving: Promise<void> | null = null
  private cancelSave: (() => void) | null = null
  private cancelThumbnail: (() => void) | null = null
  private isDisposed = false

  constructor(deps: AutosaveDeps) {
    this.deps = deps
    this.project = createCurrentProject(deps)
    const scheduleSave = () => this.scheduleSave()
    const retry = () => {
      this.failed = null
      this.scheduleSave()
    }
    this.unsubscribe = stopAll([
      subscribe(deps.session.doc, scheduleSave),
      subscribe(deps.session.history.state, scheduleSave),
      subscribeKey(deps.session.ui, 'downloadedVersion', () => void this.markDownloaded()),
      deps.store.onChange(retry),
      deps.whenHidden(() => {
        retry()
        void this.flush()
      }),
    ])
  }

  /**
   * Must be called after another document was opened. `from`: the stored project that contains this document, with the
   * function that releases its lock. If another tab holds the lock, or `from` is null, the document is saved to a new
   * project. `isDownloaded`: the document has been downloaded. `ownName`: the name that the user has given the document's
   * project, which a new project takes over.
   */
  adopt(from: ProjectLock | null, isDownloaded = false, ownName = ''): void {
    const { session } = this.deps
    const doc = snapshotOf(session)
    const photo = doc.photo?.asset
    const isHeldHere = from !== null && this.project.idFor(photo) === from.id
    if (!isHeldHere) this.project.replace(from, photo, ownName)
    if (isDownloaded) session.ui.downloadedVersion = session.history.state.version
    this.opened = doc
    if (!doc.photo || !this.current()) return
    this.saved = doc
    session.ui.storedVersion = session.history.state.version
  }

  /** Returns the id of the open document's stored project, or null if the document isn't saved yet. */
  current(): string | null {
    return this.project.idFor(this.deps.session.doc.photo?.asset)
  }

  /** Writes pending changes immediately. Never rejects. */
  flush(): Promise<void> {
    this.cancelSave?.()
    this.cancelSave = null
    this.saving ??= this.saveAll().finally(() => {
      this.saving = null
      this.scheduleSave() // saves changes that were made while the last write ended
    })
    return this.saving
  }

  /**
   * Writes the last state, then releases the project's lock. Resolves with the id of the stored project, or with null
   * if the document was never stored. Never rejects.
   */
  async dispose(): Promise<string | null> {
    const photo = this.deps.session.doc.photo?.asset
    this.failed = null // the last chance to write it
    const last = this.pendingState() // read before the session frees the pixels
    this.isDisposed = true
    this.cancelSave?.()
    this.cancelThumbnail?.()
    this.unsubscribe()
    await this.saving
    if (last && last.doc !== this.saved) await this.save(last)
    const id = this.saved ? this.project.idFor(photo) : null
    this.project.release()
    return id
  }

  private isPending(doc: DocumentSnapshot): boolean {
    return doc.photo !== null && doc !== this.saved && doc !== this.failed
  }

  /** Returns the state to write, or null if everything is saved. */
  private pendingState(): State | null {
    const { session } = this.deps
    const doc = snapshotOf(session)
    if (!doc.photo || !this.isPending(doc)) return null
    const assets = session.assets.withIds(stringsIn(doc))
    return { doc, photo: doc.photo, assets, version: session.history.state.version }
  }

  private scheduleSave(): void {
    const { session, whenIdle } = this.deps
    if (this.isDisposed || this.saving || this.cancelSave || session.history.isOpen) return
    const doc = snapshotOf(session)
    // an edit without an effect has increased the version
    if (doc.photo && doc === this.saved) session.ui.storedVersion = session.history.state.version
    if (!this.isPending(doc)) return
    this.cancelSave = whenIdle(() => {
      this.cancelSave = null
      // if a gesture is running, its end schedules the next write
      if (!session.history.isOpen) void this.flush()
    }, 'soon')
  }

  private async saveAll(): Promise<void> {
    const { history } = this.deps.session
    this.cancelThumbnail?.()
    const next = () => (history.isOpen || this.isDisposed ? null : this.pendingState())
    for (let state = this.pendingState(); state; state = next()) await this.save(state)
    this.scheduleThumbnail()
  }

  private async save(state: State): Promise<void> {
    const written = await this.write(state)
    if (written.ok) {
      this.saved = state.doc
      this.deps.session.ui.storedVersion = state.version
      this.reported.clear()
      this.saves.emit()
    } else {
      this.failed = state.doc
      this.report(written.error)
    }
  }

  private report(error: StorageError): void {
    // expected if the user has signed out, which deletes the projects
    const isExpected = this.isDisposed && error === 'removed'
    if (!this.reported.has(error) && !isExpected) this.deps.onProblem(error)
    this.reported.add(error)
  }

  private async write({ doc, photo, assets, version }: State): Promise<Result<void, StorageError>> {
    const { store, owner, now, isPristine, session } = this.deps
    try {
      const id = await this.project.ensure(photo.asset)
      const { parts, ...packed } = await packDocument(doc, assets)
      const isUntouched = doc === this.opened || isPristine(doc)
      const isDownloaded = version === session.ui.downloadedVersion
      const names = { name: photo.name, ownName: this.project.ownNameOf(photo.asset) }
      const record = { id, owner: owner(), ...names, savedAt: now(), document: doc, isDownloaded, isUntouched }
      return await store.write({ ...record, ...packed }, parts)
    } catch (error) {
      console.error(error) // a bitmap without a source file can't be stored
      return err('unavailable')
    }
  }

  /** Stores that the saved document has been downloaded. Otherwise the next save stores this. */
  private async markDownloaded(): Promise<void> {
    const { ui } = this.deps.session
    const id = this.current()
    if (id && ui.downloadedVersion !== null && ui.downloadedVersion === ui.storedVersion)
      await this.deps.store.markDownloaded(id)
  }

  private scheduleThumbnail(): void {
    this.cancelThumbnail?.()
    this.cancelThumbnail = this.isDisposed ? null : this.deps.whenIdle(() => void this.saveThumbnail(), 'quiet')
  }

  private async saveThumbnail(): Promise<void> {
    const { session, store, thumbnail } = this.deps
    const doc = snapshotOf(session)
    const id = this.current()
    if (!id || doc !== this.saved) return
    const picture = await thumbnail()
    if (snapshotOf(session) !== doc) return // when the newer document is saved, another thumbnail is scheduled
    if (picture) await store.setThumbnail(id, picture)
    else this.scheduleThumbnail()
  }
}

/**
 * A stored project. `release` releases the lock that this tab has acquired, or is null if it couldn't acquire the lock.
 */
export interface ProjectLock {
  id: string
  release: (() => void) | null
}

/** Manages the stored project of the open document, and its lock. Each photo has its own project. */
function createCurrentProject({ locks, newProject }: Pick<AutosaveDeps, 'locks' | 'newProject'>) {
  let current: { id: string; photo: AssetId; release: (() => void) | null } | null = null
  let opened: { photo: AssetId | undefined; ownName: string } | null = null

  /** Releases the lock, so that other tabs can open the project. */
  function release() {
    current?.release?.()
    current = null
  }
  return {
    release,
    /** Returns the id of the photo's project, or null if it has none. */
    idFor: (photo: AssetId | undefined) => (current?.photo === photo ? (current?.id ?? null) : null),
    /** Returns the name of the project that was opened with this photo. Empty if it had none. */
    ownNameOf: (photo: AssetId) => (opened?.photo === photo ? opened.ownName : ''),
    /**
     * Resolves with the id of the photo's project. If there is none, creates and locks a new project, and releases the
     * previous project.
     */
    async ensure(photo: AssetId): Promise<string> {
      if (current?.photo === photo) return current.id
      release()
      const made: NonNullable<typeof current> = { id: newProject(), photo, release: null }
      current = made
      const unlock = await locks.acquire(made.id)
      if (current === made) made.release = unlock
      else unlock?.() // another document was opened while the lock was pending
      return made.id
    },
    /**
     * Replaces the project, for example with a restored project. If `lock` is null or not acquired, the next call of
     * `ensure` creates a new project.
     */
    replace(lock: ProjectLock | null, photo: AssetId | undefined, ownName: string) {
      release()
      opened = { photo, ownName }
      if (lock?.release && photo) current = { ...lock, photo }
    },
  }
}
