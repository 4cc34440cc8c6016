/**
 * Autosave: what the document says lies on the device moments later. It waits for the end of a gesture and for an idle
 * moment, writes one state at a time, and the newest wins. Each photo that is brought is a project of its own.
 */
import { snapshot, subscribe } from 'valtio/vanilla'
import type { AssetId } from '../../kit/base/ids.ts'
import { err, type Result } from '../../kit/base/result.ts'
import { type Asset, namesIn } from '../../model/assets/store.ts'
import type { DocumentSnapshot } from '../../model/document/document.ts'
import type { Session } from '../../model/session/session.ts'
import { pack } from './pack.ts'
import { packFonts } from './packFonts.ts'
import type { ProjectLocks } from './projectLocks.ts'
import type { Device, StorageError } from './projectStore.ts'

export interface AutosaveDeps {
  session: Session
  device: Pick<Device, 'write' | 'setThumbnail'>
  locks: Pick<ProjectLocks, 'acquire'>
  now(): number
  newProject(): string
  /** Calls back in an idle moment: soon, or after a while of quiet. The answer calls it off. */
  whenIdle(run: () => void, wait: 'soon' | 'quiet'): () => void
  /** Calls back whenever the page goes out of sight: it may never come back. The answer ends it. */
  whenHidden(run: () => void): () => void
  /** A small picture of the document as a data URL; null = not just now. */
  thumbnail(): Promise<string | null>
  /** Told once for each error: the work itself goes on. */
  onProblem(error: StorageError): void
}

export interface Autosave {
  /**
   * Another document stands now: this project of the device, which says the same already and is ours until `release`;
   * null = a new project of its own.
   */
  adopt(claim: ProjectLock | null): void
  /** The project of the device that the document is kept as; null = none yet. */
  current(): string | null
  /** Whatever is not kept yet is written now. */
  flush(): Promise<void>
  /** Keeps the last state, then lets the project go. */
  dispose(): Promise<void>
}

export interface ProjectLock {
  id: string
  release(): void
}

/** A document at one moment, with the pixels that it names. */
interface State {
  doc: DocumentSnapshot
  photo: NonNullable<DocumentSnapshot['photo']>
  assets: Asset[]
  version: number
}

export function createAutosave(deps: AutosaveDeps): Autosave {
  const { session, device } = deps
  const told = new Set<StorageError>()
  let project: { id: string; photo: AssetId; release: (() => void) | null } | null = null
  let kept: DocumentSnapshot | null = null
  /** What could not be kept: not tried again before the next change. */
  let givenUp: DocumentSnapshot | null = null
  let running: Promise<void> | null = null
  let callOff: (() => void) | null = null
  let callOffPicture: (() => void) | null = null
  let isDisposed = false

  const read = () => snapshot(session.doc) as DocumentSnapshot

  const isDue = (doc: DocumentSnapshot) => doc.photo !== null && doc !== kept && doc !== givenUp

  /** What is to be written; null = nothing. */
  function due(): State | null {
    const doc = read()
    if (!doc.photo || !isDue(doc)) return null
    const assets = session.assets.named(namesIn(doc))
    return { doc, photo: doc.photo, assets, version: session.history.state.version }
  }

  function changed() {
    if (isDisposed || running || callOff || session.history.isOpen || !isDue(read())) return
    callOff = deps.whenIdle(() => {
      callOff = null
      if (!session.history.isOpen) void flush() // else the end of the gesture calls again
    }, 'soon')
  }

  function flush(): Promise<void> {
    callOff?.()
    callOff = null
    running ??= keepAll().finally(() => {
      running = null
      changed() // a step that came in the last moment
    })
    return running
  }

  async function keepAll() {
    callOffPicture?.()
    for (let state = due(); state; state = session.history.isOpen || isDisposed ? null : due()) await keep(state)
    setThumbnailSoon()
  }

  async function keep(state: State) {
    const written = await write(state)
    if (written.ok) {
      kept = state.doc
      session.ui.keptVersion = state.version
    } else {
      givenUp = state.doc
      if (!told.has(written.error)) deps.onProblem(written.error)
      told.add(written.error)
    }
  }

  async function write({ doc, photo, assets }: State): Promise<Result<void, StorageError>> {
    try {
      const { id } = await projectOf(photo.asset)
      const [packed, { fonts, parts }] = await Promise.all([pack(assets), packFonts(doc)])
      const draft = { id, name: photo.name, savedAt: deps.now(), document: doc, assets: packed.assets, fonts }
      return await device.write(draft, new Map([...packed.parts, ...parts]))
    } catch (error) {
      console.error(error) // pixels that no file stands for; the work itself stands in memory
      return err('unavailable')
    }
  }

  async function projectOf(photo: AssetId) {
    if (project?.photo === photo) return project
    project?.release?.()
    const id = deps.newProject()
    project = { id, photo, release: null }
    const mine = project
    const release = await deps.locks.acquire(id)
    if (project === mine) mine.release = release
    else release?.() // another document stands already
    return mine
  }

  function setThumbnailSoon() {
    callOffPicture?.()
    callOffPicture = isDisposed ? null : deps.whenIdle(() => void setThumbnail(), 'quiet')
  }

  async function setThumbnail() {
    const doc = read()
    if (!project || doc !== kept) return
    const { id } = project
    const picture = await deps.thumbnail()
    if (read() !== doc) return // keeping it brings its own picture
    if (picture) await device.setThumbnail(id, picture)
    else setThumbnailSoon()
  }

  const stops = [
    subscribe(session.doc, changed),
    subscribe(session.history.state, changed),
    deps.whenHidden(() => void flush()),
  ]

  return {
    adopt(claim) {
      project?.release?.()
      project = null
      const doc = read()
      if (!claim || !doc.photo) return
      project = { ...claim, photo: doc.photo.asset }
      kept = doc
      session.ui.keptVersion = session.history.state.version
    },
    current: () => (project && project.photo === session.doc.photo?.asset ? project.id : null),
    flush,
    async dispose() {
      const last = due() // before the session lets go of its pixels
      isDisposed = true
      callOff?.()
      callOffPicture?.()
      for (const stop of stops) stop()
      await running
      if (last && last.doc !== kept) await keep(last)
      project?.release?.()
    },
  }
}
