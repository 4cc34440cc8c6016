/** The user's templates. This device stores them per account. The user can export them as files. */

import { type DeliveryTargets, deliverFile } from '#client/editor/flows/exports.ts'
import { createLatestFlow, type LatestFlow, showMessage } from '#client/editor/flows/flow.ts'
import { decodeWithConsent, type ImportPictureDeps } from '#client/editor/flows/importPicture.ts'
import { leftBehind } from '#client/editor/flows/lostWork.ts'
import { PROJECT_ERRORS } from '#client/editor/flows/messages.ts'
import { isVisibleTo, type ProjectRecord, type ProjectStore, projectName } from '#client/editor/storage/projectStore.ts'
import { PROJECT_EXTENSION, readProjectFile, writeProjectFile } from '#client/engine/project-file/file.ts'
import { parseProject } from '#client/engine/project-file/parseProject.ts'
import type { Parts, Project } from '#client/engine/project-file/project.ts'
import { unpackTemplate } from '#client/engine/project-file/unpack.ts'
import type { Template } from '#client/engine/template/applyTemplate.ts'
import { createListeners, stopAll } from '#client/kit/async/listeners.ts'
import { untilFree } from '#client/kit/async/scheduling.ts'
import { BRAND_NAME } from '#client/kit/browser/page.ts'
import { t, tAll } from '#client/kit/i18n/translate.ts'
import { newId, type ProjectId } from '#client/kit/values/ids.ts'
import { typedStem } from '#client/media/exporter/exportFileName.ts'
import { AssetStore } from '#client/model/assets/store.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { packTemplate, repackAsTemplate } from './packTemplate.ts'
import { CONFIRM_DELETE_TEMPLATE, CONFIRM_SAVE_TEMPLATE, TEMPLATE_STORAGE_ERRORS } from './templateMessages.ts'

export interface TemplateLibraryDeps extends ImportPictureDeps {
  store: ProjectStore
  /**
   * Returns the id of the signed-in account, or null while signed out. The list contains only this account's templates.
   */
  owner(): string | null
  now(): number
  /** The ways this browser can deliver a template file. */
  targets: DeliveryTargets
  /** Resolves with a thumbnail of the open document as a data URL, or null if it can't be made now. */
  thumbnail(): Promise<string | null>
  /**
   * Paints a template without a photo. `assets` contains its images. Resolves with a data URL. Rejects if painting
   * fails or the user leaves the editor.
   */
  paint(template: Template, assets: AssetStore): Promise<string>
  /** Calls `run` in an idle period. */
  whenIdle(run: () => void): void
}

export type OwnTemplate = Pick<ProjectRecord, 'id' | 'thumbnail'> & {
  name: string
  /** True if the template comes from a link, so that somebody else may have written its text. */
  isLent?: true
}

export class TemplateLibrary {
  private readonly deps: TemplateLibraryDeps
  private readonly working: LatestFlow
  private readonly painting = new AbortController()
  /** Ids of templates with a requested thumbnail. Each template is painted only once. */
  private readonly tried = new Set<string>()
  private isPainting = false
  /** The template from a link. It isn't stored, and the next link replaces it. */
  private lent: (OwnTemplate & { project: Project }) | null = null
  private readonly lentChanges = createListeners()

  constructor(deps: TemplateLibraryDeps) {
    this.deps = deps
    this.working = createLatestFlow(deps)
  }

  /**
   * Resolves with the account's templates, newest first. Starts painting missing thumbnails in idle periods. Calls the
   * listeners of `onChange` after each thumbnail.
   */
  async list(): Promise<OwnTemplate[]> {
    const { store, owner } = this.deps
    const all = await store.list()
    const own = all.filter((template) => isVisibleTo(template, owner()))
    void this.paintMissing(own) // `paintMissing` never rejects
    const stored = own.map((template) => ({
      id: template.id,
      thumbnail: template.thumbnail,
      name: projectName(template),
    }))
    return this.lent ? [this.lent, ...stored] : stored
  }

  /**
   * Adds the template from a link to the list until the user leaves the editor. Its thumbnail is painted later. Returns
   * the template's id.
   */
  lend(project: Project): ProjectId {
    const lent = { id: newId<ProjectId>(), name: project.name, thumbnail: null, isLent: true as const, project }
    this.lent = lent
    const assets = new AssetStore()
    this.deps
      .paint(project, assets)
      .then((thumbnail) => {
        if (this.lent?.id === lent.id) this.lent = { ...lent, thumbnail }
        this.lentChanges.emit()
      }, console.debug) // logged only, because the user has left the editor or the tile shows its icon
      .finally(() => assets.destroy())
    this.lentChanges.emit()
    return lent.id
  }

  /**
   * Stores a template's images in `store`. Resolves with the template and its fonts, or null if the template wasn't
   * found.
   */
  async read(id: string, signal: AbortSignal, store = this.deps.session.assets): Promise<Template | null> {
    const { deps } = this
    if (this.lent?.id === id) return this.lent.project
    const found = await this.visible(id)
    if (!found) return null
    const decode = (file: File) => decodeWithConsent(deps, file, signal)
    const unpacked = await unpackTemplate(found.project, { part: (hash) => deps.store.part(hash), decode }, signal)
    if (!unpacked.ok) return null
    store.restore(unpacked.value)
    return found.project
  }

  /**
   * Saves the open document as a template, without its photo. If some parts belong to the photo, first asks the user to
   * continue without them. Resolves with the template's id, or null if it wasn't saved.
   */
  async save(): Promise<string | null> {
    const { session, thumbnail } = this.deps
    let id: string | null = null
    await this.working.run(async () => {
      const doc = snapshotOf(session)
      if (!doc.photo) return
      const lost = leftBehind(doc, CONFIRM_SAVE_TEMPLATE)
      if (lost && !(await session.notices.confirm(lost))) return
      const { parts, ...template } = await packTemplate(session)
      id = await this.write({ ...template, name: t('My template') }, parts, await thumbnail())
    })
    return id
  }

  rename(id: string, name: string): Promise<void> {
    return this.deps.store.rename(id, name)
  }

  async remove(id: string): Promise<void> {
    const { session, store } = this.deps
    if (await session.notices.confirm(tAll(CONFIRM_DELETE_TEMPLATE))) await store.remove(id)
  }

  exportFile(id: string): Promise<void> {
    return this.working.run(async () => {
      const { deps } = this
      const template = await this.file(id)
      if (!template) return
      const name = typedStem(template.name, BRAND_NAME) + PROJECT_EXTENSION
      const saved = await deliverFile(deps.targets, deps.session, { file: template.file, name })
      if (!saved.ok) showMessage(deps, saved.error)
    })
  }

  /** Resolves with a template as a project file, or null if the template wasn't found. */
  async file(id: string): Promise<{ file: Blob; name: string } | null> {
    const { store, now } = this.deps
    if (this.lent?.id === id) {
      const { name, project } = this.lent
      // a link contains neither images nor fonts
      return { file: await writeProjectFile({ ...project, savedAt: now() }, new Map()), name }
    }
    const found = await this.visible(id)
    if (!found) return null
    const parts = new Map<string, Blob>()
    for (const hash of Object.keys(found.record.sizes)) {
      const part = await store.part(hash)
      if (part) parts.set(hash, part)
    }
    const name = projectName(found.record)
    return { file: await writeProjectFile({ ...found.project, name }, parts), name }
  }

  /** Imports a template from a file. If the file can't be read, shows a message and adds nothing. */
  importFile(file: File): Promise<void> {
    return this.working.run(async () => {
      const read = await readProjectFile(file)
      if (read.ok) await this.writeWithoutPhoto(read.value.project, read.value.parts)
      else showMessage(this.deps, PROJECT_ERRORS[read.error], file.name)
    })
  }

  importTemplate(project: Project, parts: Parts): Promise<void> {
    return this.working.run(() => this.writeWithoutPhoto(project, parts))
  }

  onChange(listener: () => void): () => void {
    return stopAll([this.deps.store.onChange(listener), this.lentChanges.subscribe(listener)])
  }

  /** Called when the user leaves the editor. Stops painting thumbnails. */
  dispose(): void {
    this.painting.abort()
  }

  /**
   * Paints one missing thumbnail in an idle period, unless a thumbnail is already being painted. Afterwards, calls
   * `list`, which starts the next thumbnail.
   */
  private async paintMissing(templates: readonly ProjectRecord[]): Promise<void> {
    const { signal } = this.painting
    const next = templates.find(({ id, thumbnail }) => thumbnail === null && !this.tried.has(id))
    if (!next || this.isPainting || signal.aborted) return
    this.isPainting = true
    await untilFree(this.deps.whenIdle, () => this.deps.session.history.isOpen, signal)
    if (!signal.aborted) await this.paintThumbnail(next.id, signal)
  }

  /** Paints and stores a thumbnail. Never rejects. */
  private async paintThumbnail(id: string, signal: AbortSignal): Promise<void> {
    const { store, paint } = this.deps
    const assets = new AssetStore() // a separate store, so that painting doesn't add assets to the open document
    this.tried.add(id)
    try {
      const template = await this.read(id, signal, assets)
      if (template) await store.setThumbnail(id, await paint(template, assets))
    } catch (error) {
      if (!signal.aborted) console.warn('the template has no thumbnail', error)
    } finally {
      assets.destroy()
    }
    this.isPainting = false
    await this.list()
  }

  /** Resolves with the template, or null if it is missing or belongs to another account. */
  private async visible(id: string): Promise<{ record: ProjectRecord; project: Project } | null> {
    const record = await this.deps.store.read(id)
    if (!record || !isVisibleTo(record, this.deps.owner())) return null
    const project = parseProject(record)
    return project.ok ? { record, project: project.value } : null
  }

  /** Stores a template. Resolves with its id. If storing fails, shows a toast and resolves with null. */
  private async write(
    project: Omit<Project, 'savedAt'>,
    parts: Parts,
    thumbnail: string | null,
  ): Promise<string | null> {
    const { session, announcer, store, owner, now } = this.deps
    const id = newId<ProjectId>()
    const kept = await store.write({ ...project, id, owner: owner(), savedAt: now() }, parts)
    if (!kept.ok) {
      session.notices.toast({ ...tAll(TEMPLATE_STORAGE_ERRORS[kept.error]), isDestructive: true })
      return null
    }
    if (thumbnail) await store.setThumbnail(id, thumbnail)
    announcer.done('Template saved on this device')
    return id
  }

  /** Stores a project as a template without its photo and matte. */
  private async writeWithoutPhoto(project: Project, parts: Parts): Promise<void> {
    const { parts: kept, ...template } = repackAsTemplate(project, parts)
    await this.write(template, kept, null)
  }
}
