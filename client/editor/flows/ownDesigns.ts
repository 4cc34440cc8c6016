/** The user's own designs: kept on this device for the account, and saved as files. */
import { defaults } from '../../kit/base/fields.ts'
import { type AssetId, newId, type ProjectId } from '../../kit/base/ids.ts'
import type { Result } from '../../kit/base/result.ts'
import { listFont } from '../../kit/fonts/own/ownFonts.ts'
import { t, tAll } from '../../kit/i18n/translate.ts'
import { kindOf } from '../../layers/registry.ts'
import { fileStem } from '../../media/exporter/exportFileName.ts'
import { stringsIn } from '../../model/assets/store.ts'
import type { Document, DocumentSnapshot } from '../../model/document/document.ts'
import { maskEditFields } from '../../model/document/maskEdits.ts'
import { mutableCopy } from '../../model/history/records.ts'
import { snapshotOf } from '../../model/session/session.ts'
import { PROJECT_EXTENSION, readProjectFile, writeProjectFile } from '../storage/file.ts'
import { pack } from '../storage/pack.ts'
import { packFonts, unpackFonts } from '../storage/packFonts.ts'
import { parseProject } from '../storage/parseProject.ts'
import type { Parts, Project, ProjectError } from '../storage/project.ts'
import { isVisibleTo, type ProjectRecord, type ProjectStore, projectName } from '../storage/projectStore.ts'
import { type UnpackDeps, unpack } from '../storage/unpack.ts'
import { decodePicture, type ImportPictureDeps } from './importPicture.ts'
import { createLatestFlow } from './latestFlow.ts'
import { leftBehind } from './leftBehind.ts'
import {
  CONFIRM_DELETE_DESIGN,
  CONFIRM_KEEP_DESIGN,
  DESIGN_SAVED,
  NOT_KEPT_DESIGN,
  PROJECT_ERRORS,
  READY_MS,
} from './messages.ts'
import { MAX_NAME_LENGTH } from './projects.ts'
import { showMessage } from './showMessage.ts'

/** What the flow of the user's own designs works with. */
export interface OwnDesignsDeps extends ImportPictureDeps, Pick<UnpackDeps, 'cutOut'> {
  store: ProjectStore
  /** Returns the id of the signed-in account; null = signed out. Designs of other accounts are not listed. */
  owner(): string | null
  brand: string
  now(): number
  /** Downloads the file. */
  save(blob: Blob, name: string): void
  /** Resolves with a thumbnail as a data URL; null when there is none now. */
  thumbnail(): Promise<string | null>
}

/** A design as a list shows it. */
export type OwnDesign = Pick<ProjectRecord, 'id' | 'thumbnail'> & { name: string }

/** The user's own designs on this device. */
export interface OwnDesigns {
  /** Resolves with the account's designs, newest first. */
  list(): Promise<OwnDesign[]>
  /** Resolves with the document of a design, its pictures and fonts restored; null = there is none. */
  read(id: string, signal: AbortSignal): Promise<DocumentSnapshot | null>
  /**
   * Keeps the open document as a design, without its photo. Names what belongs to the photo first. Resolves with the id
   * of the design; null = it was not kept.
   */
  keep(name: string): Promise<string | null>
  rename(id: string, name: string): Promise<void>
  /** Deletes a design after asking the user. */
  remove(id: string): Promise<void>
  /** Downloads a design as a file. */
  exportFile(id: string): Promise<void>
  /** Keeps the design of a file. A failure is shown and changes nothing. */
  importFile(file: File): Promise<void>
  /** Keeps a design that was read from a file. */
  importProject(project: Project, parts: Parts): Promise<void>
  /** Calls a listener whenever the stored designs change. Returns a function that removes the listener. */
  onChange: ProjectStore['onChange']
}

/**
 * Returns a document without what belongs to its photo: mask edits, how the subject was chosen, bound layers and the
 * photo's name. The sizes of photo and subject stay, because the layers are relative to them.
 */
export function withoutPhoto(doc: DocumentSnapshot): Document {
  const { photo, separation, ...rest } = mutableCopy(doc) as Document
  const order = rest.order.filter((id) => !kindOf(rest.layers[id]?.kind ?? '').isBoundToPhoto)
  return {
    ...rest,
    photo: photo && { ...photo, asset: NO_PHOTO, name: '' },
    separation: separation && { matte: NO_PHOTO, model: '', box: separation.box },
    mend: defaults(maskEditFields),
    layers: Object.fromEntries(order.flatMap((id) => (rest.layers[id] ? [[id, rest.layers[id]]] : []))),
    order,
  }
}

/** Stands for the photo and the matte that a design does not have. */
const NO_PHOTO = 'none' as AssetId

/** Creates the flow. */
export function createOwnDesigns(deps: OwnDesignsDeps): OwnDesigns {
  const { session, announcer, store } = deps
  const working = createLatestFlow(deps, () => {})

  async function visible(id: string): Promise<{ record: ProjectRecord; project: Project } | null> {
    const record = await store.read(id)
    if (!record || !isVisibleTo(record, deps.owner())) return null
    const project = parseProject(record)
    return project.ok ? { record, project: project.value } : null
  }

  /** Resolves with the id; null = the design could not be stored, and the user has been told. */
  async function write(project: Omit<Project, 'savedAt'>, parts: Parts, thumbnail: string | null) {
    const id = newId<ProjectId>()
    const kept = await store.write({ ...project, id, owner: deps.owner(), savedAt: deps.now() }, parts)
    if (!kept.ok) {
      session.notices.toast({ ...tAll(NOT_KEPT_DESIGN[kept.error]), isDestructive: true })
      return null
    }
    if (thumbnail) await store.setThumbnail(id, thumbnail)
    announcer.done(DESIGN_SAVED, READY_MS)
    return id
  }

  async function importRead(read: Result<{ project: Project; parts: Parts }, ProjectError>) {
    if (!read.ok) return showMessage(deps, PROJECT_ERRORS[read.error])
    const { project, parts } = read.value
    const { photo, separation } = project.document
    const own = project.assets.filter(({ id }) => id !== photo?.asset && id !== separation?.matte)
    const named = new Set([
      ...own.flatMap((asset) => [asset.part, 'cut' in asset ? asset.cut : null]),
      ...project.fonts.map(({ part }) => part),
    ])
    const document = withoutPhoto(project.document)
    const kept = new Map([...parts].filter(([hash]) => named.has(hash)))
    await write({ name: project.name, document, assets: own, fonts: project.fonts, isDesign: true }, kept, null)
  }

  return {
    async list() {
      const all = await store.list()
      return all
        .filter((design) => isVisibleTo(design, deps.owner()))
        .map((design) => ({ id: design.id, thumbnail: design.thumbnail, name: projectName(design) }))
    },
    async read(id, signal) {
      const found = await visible(id)
      if (!found) return null
      const { project } = found
      const fonts = await unpackFonts(project.fonts, store.part)
      const assets = await unpack(
        project.assets,
        {
          part: store.part,
          cutOut: deps.cutOut,
          maxPixels: deps.limits.maxPixels,
          async decode(file) {
            const decoded = await decodePicture(deps, file, signal)
            return decoded.ok ? decoded.value : null
          },
        },
        signal,
      )
      if (!fonts.ok || !assets.ok) return null
      for (const font of fonts.value) listFont(font)
      session.assets.restore(assets.value)
      return project.document
    },
    async keep(name) {
      let id: string | null = null
      await working.run(async () => {
        const doc = snapshotOf(session)
        if (!doc.photo) return
        const lost = leftBehind(doc, CONFIRM_KEEP_DESIGN)
        if (lost && !(await session.notices.confirm(lost))) return
        const document = withoutPhoto(doc)
        const [{ assets, parts }, own] = await Promise.all([
          pack(session.assets.withIds(stringsIn(document))),
          packFonts(document),
        ])
        const title = name.trim().slice(0, MAX_NAME_LENGTH) || t('My design')
        const project = { name: title, document, assets, fonts: own.fonts, isDesign: true } as const
        id = await write(project, new Map([...parts, ...own.parts]), await deps.thumbnail())
      })
      return id
    },
    rename: (id, name) => store.rename(id, name.trim().slice(0, MAX_NAME_LENGTH)),
    async remove(id) {
      if (await session.notices.confirm(tAll(CONFIRM_DELETE_DESIGN))) await store.remove(id)
    },
    exportFile: (id) =>
      working.run(async () => {
        const found = await visible(id)
        if (!found) return
        const { record, project } = found
        const parts = new Map<string, Blob>()
        for (const hash of Object.keys(record.sizes)) {
          const part = await store.part(hash)
          if (part) parts.set(hash, part)
        }
        const name = projectName(record)
        deps.save(await writeProjectFile({ ...project, name }, parts), fileStem(name, deps.brand) + PROJECT_EXTENSION)
      }),
    importFile: (file) => working.run(async () => importRead(await readProjectFile(file))),
    importProject: (project, parts) => working.run(() => importRead({ ok: true, value: { project, parts } })),
    onChange: store.onChange,
  }
}
