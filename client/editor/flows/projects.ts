import { isReadable, PROJECT_EXTENSION, readProjectFile, writeProjectFile } from '#client/engine/project-file/file.ts'
import { packDocument } from '#client/engine/project-file/pack.ts'
import { checkVersion, parseProject } from '#client/engine/project-file/parseProject.ts'
import type { Parts, Project, ProjectError } from '#client/engine/project-file/project.ts'
import { closeBitmaps, type UnpackDeps, unpackProject } from '#client/engine/project-file/unpack.ts'
import { loadTextFonts } from '#client/engine/template/withTexts.ts'
import { stopAll } from '#client/kit/async/listeners.ts'
import { pause } from '#client/kit/async/scheduling.ts'
import { BRAND_NAME } from '#client/kit/browser/page.ts'
import { listFont } from '#client/kit/fonts/own/ownFonts.ts'
import { formatList } from '#client/kit/i18n/format.ts'
import { t, tAll } from '#client/kit/i18n/translate.ts'
import { err, ok, type Result } from '#client/kit/values/result.ts'
import { fileStem, typedStem } from '#client/media/exporter/exportFileName.ts'
import { type Asset, stringsIn } from '#client/model/assets/store.ts'
import { colorSpaceOf } from '#client/model/assets/straightAlpha.ts'
import type { Photo } from '#client/model/document/document.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import type { Autosave } from '../storage/autosave.ts'
import { isVisibleTo, type ProjectRecord, type ProjectStore, projectName } from '../storage/projectStore.ts'
import type { ProjectLocks } from '../storage/stores.ts'
import { type DeliveryTargets, deliverFile } from './exports.ts'
import { announceAfterPaint, createBusyFlow, createLatestFlow, type LatestFlow, showMessage } from './flow.ts'
import { decodeWithConsent, type ImportPictureDeps, replaceDocument } from './importPicture.ts'
import { isPristine, mayLoseWork } from './lostWork.ts'
import { FONTS_LOST, NOT_SAVED, PROJECT_ERRORS } from './messages.ts'

/**
 * Maximum time that an opening project waits for its fonts, ms. Later, fallback fonts are shown until the fonts load.
 */
const FONTS_MS = 3000

/** Messages about projects. The specification doesn't define them. */
const PROJECT = {
  opening: 'Opening your project…',
  restored: 'Project restored.',
  opened: 'Project opened!',
  saving: 'Saving your project…',
  saved: 'Project saved!',
} as const

const CONFIRM_OPEN = {
  title: 'Open another project?',
  text: 'You have unsaved changes. If you open another project, you’ll lose them.',
  confirm: 'Discard and open',
  cancel: 'Keep editing',
} as const

export const CONFIRM_DELETE = {
  title: 'Delete this project?',
  text: 'The project will be deleted from this device. Files you’ve saved aren’t affected.',
  confirm: 'Delete',
  cancel: 'Cancel',
} as const

export interface ProjectsDeps extends ImportPictureDeps, Pick<UnpackDeps, 'cutOut'> {
  store: Pick<ProjectStore, 'list' | 'read' | 'part' | 'rename' | 'remove' | 'onChange'>
  locks: ProjectLocks
  autosave: Pick<Autosave, 'adopt' | 'current'>
  /** Returns the id of the signed-in account, or null if signed out. Only this account's projects are listed. */
  owner(): string | null
  now(): number
  /** The ways this browser can deliver a project file. */
  targets: DeliveryTargets
  /** Aborts all flows that could still write to the document. Called before another document replaces it. */
  interrupt(): void
  /** Saves a template that the user has opened as a project file. */
  importTemplate(project: Project, parts: Parts): void
  /** Segments the photo of a project that was saved before the subject was found. */
  separate(): void
  /** Called when the project is open. `painted` resolves when the canvas shows the project. */
  subjectFound(painted: Promise<void>): void
  /** Calls `then` when the canvas shows the document. */
  afterPaint(then: () => void): void
}

type Opened = { project: Project; assets: Asset[]; lostFonts: string[] }

/**
 * The flow for projects. Lists, opens, renames and deletes the projects on this device. Also saves the document as a
 * project file, and opens such files.
 */
export class Projects {
  private readonly deps: ProjectsDeps
  private readonly opening: LatestFlow
  private readonly saving: LatestFlow

  constructor(deps: ProjectsDeps) {
    this.deps = deps
    this.opening = createBusyFlow(deps)
    this.saving = createLatestFlow(deps)
  }

  /** Resolves with the record of the open document, or null if it isn't stored. */
  async current(): Promise<ProjectRecord | null> {
    const { autosave, store } = this.deps
    const id = autosave.current()
    return id === null ? null : store.read(id)
  }

  /** Resolves with the stored projects that aren't open in another tab, newest first. */
  async recent(): Promise<ProjectRecord[]> {
    const { store, locks, owner } = this.deps
    const [kept, held] = await Promise.all([store.list(), locks.held()])
    return kept.filter((project) => isVisibleTo(project, owner()) && !held.has(project.id))
  }

  /** Called before a new photo is opened. If the stored document contains work, shows a toast that can reopen it. */
  offerReturn(): void {
    const { session, autosave } = this.deps
    const id = autosave.current()
    if (!id || isPristine(snapshotOf(session)) || session.ui.storedVersion !== session.history.state.version) return
    const action = { label: t('Open again'), run: () => void this.restore(id) }
    session.notices.toast({ title: t('Your previous project is saved'), action })
  }

  async restore(id: string): Promise<void> {
    const { deps } = this
    const { store, autosave } = deps
    if (!(await this.mayReplace())) return
    const lock: { release: (() => void) | null } = { release: null }
    let name = t('Project')
    let isDownloaded = false
    // If there is no lock, the project is open in another tab, which saves it, or still in this tab. In the first case,
    // this tab edits a copy.
    const adopt = ({ ownName }: Project) => autosave.adopt({ id, release: lock.release }, isDownloaded, ownName)
    const isOpen = await this.open(
      async (signal) => {
        lock.release = await deps.locks.acquire(id)
        const record = await store.read(id)
        if (!record || !isVisibleTo(record, deps.owner())) return err('damaged')
        name = projectName(record)
        isDownloaded = record.isDownloaded === true
        const version = checkVersion(record.version)
        if (!version.ok) return version
        const project = parseProject(record)
        return project.ok ? unpacked(deps, project.value, (hash) => store.part(hash), signal) : project
      },
      PROJECT.restored,
      adopt,
      () => name,
    )
    if (!isOpen) lock.release?.()
  }

  /** Renames a project. If the name is empty, the project has the name of its photo. */
  rename(id: string, name: string): Promise<void> {
    return this.deps.store.rename(id, name)
  }

  async remove(id: string): Promise<void> {
    const { session, store } = this.deps
    if (await session.notices.confirm(tAll(CONFIRM_DELETE))) await store.remove(id)
  }

  /**
   * Opens a project file. If work may be lost, first asks the user. If the file is a template, only saves the template.
   * A newer call cancels earlier calls. If opening fails, shows a message and doesn't change the document. Resolves with
   * true if the project was opened.
   */
  async openFile(file: Blob & { name?: string }): Promise<boolean> {
    const { deps } = this
    return this.open(
      async (signal) => {
        const read = await readProjectFile(file)
        if (!read.ok) return read
        const { project, parts } = read.value
        if (project.isDesign) {
          deps.importTemplate(project, parts)
          return err('aborted') // a template is only saved; 'aborted' stops the flow without a message
        }
        if (!(await this.mayReplace())) return err('aborted')
        return unpacked(deps, project, async (hash) => parts.get(hash) ?? null, signal)
      },
      PROJECT.opened,
      ({ ownName }) => deps.autosave.adopt(null, false, ownName),
      () => file.name ?? t('Project'),
    )
  }

  saveFile(): Promise<void> {
    const { deps, saving } = this
    const { session, announcer } = deps
    return saving.run(async (signal, message) => {
      const doc = snapshotOf(session)
      const { version } = session.history.state
      if (!doc.photo || session.ui.busy !== null) return
      message.busy(PROJECT.saving)
      const { parts, ...packed } = await packDocument(doc, session.assets.withIds(stringsIn(doc)))
      const { name } = doc.photo
      const kept = await this.current()
      const own = kept?.ownName ? { ownName: kept.ownName } : null
      const project = { name, ...own, savedAt: deps.now(), document: doc, ...packed }
      const file = await writeProjectFile(project, parts)
      if (signal.aborted) return
      if (!isReadable(file, project)) return showMessage(deps, NOT_SAVED, name)
      // only the photo's name has an extension
      const stem = own ? typedStem(own.ownName, BRAND_NAME) : fileStem(kept?.name ?? name, BRAND_NAME)
      const saved = await deliverFile(deps.targets, session, {
        file,
        name: stem + PROJECT_EXTENSION,
        done: PROJECT.saved,
      })
      if (signal.aborted) return // another document may be open now
      if (!saved.ok) return showMessage(deps, saved.error)
      session.ui.downloadedVersion = version
      announcer.done(saved.value)
    })
  }

  cancel(): void {
    this.opening.cancel()
    this.saving.cancel()
  }

  /** Subscribes to possible changes to the stored projects. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void {
    const { store, locks } = this.deps
    return stopAll([store.onChange(listener), locks.onRelease(listener)])
  }

  /** If work may be lost, asks the user. Resolves with true if another document may replace the open document. */
  private async mayReplace(): Promise<boolean> {
    const { session } = this.deps
    return !mayLoseWork(session) || session.notices.confirm(tAll(CONFIRM_OPEN))
  }

  /**
   * Replaces the document with the project that `find` resolves with, then calls `adopt`. `nameOf` returns the name for
   * messages. A newer call cancels earlier calls. If opening fails, shows a message and doesn't change the document.
   * Resolves with true if the project was opened.
   */
  private async open(
    find: (signal: AbortSignal) => Promise<Result<Opened, ProjectError>>,
    success: string,
    adopt: (project: Project) => void,
    nameOf: () => string,
  ): Promise<boolean> {
    const { session, interrupt, subjectFound } = this.deps
    let isOpen = false
    await this.opening.run(async (signal, message) => {
      session.ui.busy = 'processing'
      message.busy(PROJECT.opening)
      const found = await find(signal)
      if (signal.aborted) {
        if (found.ok) closeBitmaps(found.value.assets)
        return // the newer call shows its own message
      }
      if (!found.ok) return showMessage(this.deps, PROJECT_ERRORS[found.error], nameOf())
      interrupt()
      const { project, assets, lostFonts } = found.value
      session.assets.restore(assets)
      replaceDocument(session, project.document)
      isOpen = true // set first, because the project counts as opened even if a later line throws
      // on a slow device, the subject appears seconds after the rest
      subjectFound(announceAfterPaint(this.deps, { busy: [PROJECT.opening], done: success }))
      adopt(project)
      if (lostFonts.length > 0) showMessage(this.deps, FONTS_LOST, formatList(lostFonts))
      if (!session.doc.separation) this.deps.separate() // true if the project was saved before the subject was found
    })
    return isOpen
  }
}

async function unpacked(
  deps: ProjectsDeps,
  project: Project,
  part: UnpackDeps['part'],
  signal: AbortSignal,
): Promise<Result<Opened, ProjectError>> {
  const { photo } = project.document
  const found = await unpackProject(
    project,
    {
      part,
      cutOut: deps.cutOut,
      // if a project doesn't contain its photo's color space, it was edited in sRGB
      decode: (file, _, id) =>
        decodeWithConsent(deps, file, signal, {
          keepsWideGamut: id !== photo?.asset || photo.colorSpace !== undefined,
        }),
    },
    signal,
  )
  if (!found.ok) return found
  if (signal.aborted) return ok({ project, ...found.value }) // the caller closes the bitmaps
  for (const font of found.value.fonts) listFont(font)
  await Promise.race([loadTextFonts(project.document), pause(FONTS_MS, signal)])
  const opened = photo
    ? { ...project, document: { ...project.document, photo: shownPhoto(photo, found.value.assets) } }
    : project
  return ok({ project: opened, ...found.value })
}

/** Returns the photo's record with its decoded color space, because some browsers decode every photo to sRGB. */
function shownPhoto({ colorSpace: _, ...photo }: Photo, assets: readonly Asset[]): Photo {
  const decoded = assets.find(({ id }) => id === photo.asset)
  const space = decoded?.kind === 'bitmap' ? colorSpaceOf(decoded.bitmap) : 'srgb'
  return space === 'srgb' ? photo : { ...photo, colorSpace: space }
}
