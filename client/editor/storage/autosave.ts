import { snapshot, subscribe } from 'valtio/vanilla'
import { err, type Result } from '../../kit/base/result.ts'
import { type Asset, stringsIn } from '../../model/assets/store.ts'
import type { DocumentSnapshot } from '../../model/document/document.ts'
import type { Session } from '../../model/session/session.ts'
import { createCurrentProject, type ProjectLock } from './currentProject.ts'
import { pack } from './pack.ts'
import { packFonts } from './packFonts.ts'
import type { ProjectLocks } from './projectLocks.ts'
import type { ProjectStore, StorageError } from './projectStore.ts'

/** What autosave works with. */
export interface AutosaveDeps {
  session: Session
  store: Pick<ProjectStore, 'write' | 'setThumbnail'>
  locks: Pick<ProjectLocks, 'acquire'>
  now(): number
  newProject(): string
  /** Returns the id of the account that new projects belong to; null = signed out. */
  owner(): string | null
  /** Calls `run` in an idle period: soon, or after a quiet time. Returns a function that cancels the call. */
  whenIdle(run: () => void, wait: 'soon' | 'quiet'): () => void
  /** Calls `run` whenever the page is hidden, which may be its end. Returns a function that removes the listener. */
  whenHidden(run: () => void): () => void
  /** Resolves with a thumbnail of the document as a data URL; null = not possible now. */
  thumbnail(): Promise<string | null>
  /** Called once for each kind of error. The document stays open and editable. */
  onProblem(error: StorageError): void
}

/**
 * Saves the document to the device shortly after each change. It waits for the end of a gesture and for an idle period,
 * and writes one state at a time; states that are replaced during a write are skipped.
 */
export interface Autosave {
  /**
   * To be called after another document was opened. `lock` is the lock of the stored project with the same content;
   * null = the document gets a new project.
   */
  adopt(lock: ProjectLock | null): void
  /** Id of the stored project of the open document; null = not saved yet. */
  current(): string | null
  /** Writes pending changes now. Never rejects. */
  flush(): Promise<void>
  /** Writes the last state, then releases the project. Never rejects. */
  dispose(): Promise<void>
}

/** A document at one moment, with the assets that it names. */
interface State {
  doc: DocumentSnapshot
  photo: NonNullable<DocumentSnapshot['photo']>
  assets: Asset[]
  version: number
}

/** Creates and starts autosave for a session. */
export function createAutosave(deps: AutosaveDeps): Autosave {
  const { session, store } = deps
  const project = createCurrentProject(deps.locks, deps.newProject)
  const reported = new Set<StorageError>()
  let saved: DocumentSnapshot | null = null
  /** The state that could not be written. It is written again only after the next change. */
  let failed: DocumentSnapshot | null = null
  let saving: Promise<void> | null = null
  let cancelSave: (() => void) | null = null
  let cancelThumbnail: (() => void) | null = null
  let isDisposed = false

  const read = () => snapshot(session.doc) as DocumentSnapshot

  const isPending = (doc: DocumentSnapshot) => doc.photo !== null && doc !== saved && doc !== failed

  /** Returns the state to write; null = everything is saved. */
  function pendingState(): State | null {
    const doc = read()
    if (!doc.photo || !isPending(doc)) return null
    const assets = session.assets.withIds(stringsIn(doc))
    return { doc, photo: doc.photo, assets, version: session.history.state.version }
  }

  function scheduleSave() {
    if (isDisposed || saving || cancelSave || session.history.isOpen || !isPending(read())) return
    cancelSave = deps.whenIdle(() => {
      cancelSave = null
      if (!session.history.isOpen) void flush() // otherwise the end of the gesture schedules again
    }, 'soon')
  }

  function flush(): Promise<void> {
    cancelSave?.()
    cancelSave = null
    saving ??= saveAll().finally(() => {
      saving = null
      scheduleSave() // for a change made while the last write ended
    })
    return saving
  }

  async function saveAll() {
    cancelThumbnail?.()
    for (let state = pendingState(); state; state = session.history.isOpen || isDisposed ? null : pendingState())
      await save(state)
    scheduleThumbnail()
  }

  async function save(state: State) {
    const written = await write(state)
    if (written.ok) {
      saved = state.doc
      session.ui.keptVersion = state.version
    } else {
      failed = state.doc
      const isExpected = isDisposed && written.error === 'removed' // the user signed out and removed the projects
      if (!reported.has(written.error) && !isExpected) deps.onProblem(written.error)
      reported.add(written.error)
    }
  }

  async function write({ doc, photo, assets }: State): Promise<Result<void, StorageError>> {
    try {
      const id = await project.ensure(photo.asset)
      const [packed, { fonts, parts }] = await Promise.all([pack(assets), packFonts(doc)])
      const draft = {
        id,
        owner: deps.owner(),
        name: photo.name,
        savedAt: deps.now(),
        document: doc,
        assets: packed.assets,
        fonts,
      }
      return await store.write(draft, new Map([...packed.parts, ...parts]))
    } catch (error) {
      console.error(error) // a bitmap without a source file; the document in memory is intact
      return err('unavailable')
    }
  }

  function scheduleThumbnail() {
    cancelThumbnail?.()
    cancelThumbnail = isDisposed ? null : deps.whenIdle(() => void saveThumbnail(), 'quiet')
  }

  async function saveThumbnail() {
    const doc = read()
    const id = project.idFor(doc.photo?.asset)
    if (!id || doc !== saved) return
    const picture = await deps.thumbnail()
    if (read() !== doc) return // saving the newer state schedules another thumbnail
    if (picture) await store.setThumbnail(id, picture)
    else scheduleThumbnail()
  }

  const unsubscribe = [
    subscribe(session.doc, scheduleSave),
    subscribe(session.history.state, scheduleSave),
    deps.whenHidden(() => void flush()),
  ]

  return {
    adopt(lock) {
      const doc = read()
      project.replace(lock, doc.photo?.asset)
      if (!lock || !doc.photo) return
      saved = doc
      session.ui.keptVersion = session.history.state.version
    },
    current: () => project.idFor(session.doc.photo?.asset),
    flush,
    async dispose() {
      const last = pendingState() // before the session frees the pixels
      isDisposed = true
      cancelSave?.()
      cancelThumbnail?.()
      for (const stop of unsubscribe) stop()
      await saving
      if (last && last.doc !== saved) await save(last)
      project.release()
    },
  }
}
