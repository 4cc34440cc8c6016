/** Projects: what the device keeps is offered and restored; a project is saved as a file and opened from one. */
import { type Asset, namesIn } from '../assets/store.ts'
import { err, ok, type Result } from '../base/result.ts'
import type { Document } from '../document/document.ts'
import { stemOf } from '../exporter/name.ts'
import type { ImportError, ImportedImage, ImportOptions } from '../importer/importer.ts'
import type { Autosave } from '../projects/autosave.ts'
import type { Claims } from '../projects/claims.ts'
import type { Device, DeviceRecord } from '../projects/device.ts'
import { PROJECT_EXTENSION, readProjectFile, writeProjectFile } from '../projects/file.ts'
import { pack } from '../projects/pack.ts'
import { checkVersion, parseProject } from '../projects/parseProject.ts'
import type { Project, ProjectError } from '../projects/project.ts'
import { type UnpackDeps, unpack } from '../projects/unpack.ts'
import { type Session, snapshotOf } from '../session/session.ts'
import { freshOverlayUi } from '../session/ui/overlay.ts'
import { select } from '../session/ui/selection.ts'
import { CONFIRM_DELETE, CONFIRM_HEIC, CONFIRM_OPEN, PROJECT, PROJECT_ERRORS, READY_MS } from './messages.ts'
import { createNewest } from './newest.ts'
import { showOutcome } from './outcome.ts'
import type { Announcer } from './status.ts'
import { mayLoseWork } from './unsaved.ts'

export interface ProjectsDeps extends Pick<UnpackDeps, 'cutOut'> {
  session: Session
  announcer: Announcer
  device: Pick<Device, 'list' | 'read' | 'part' | 'remove' | 'onChange'>
  claims: Claims
  autosave: Pick<Autosave, 'adopt'>
  brand: string
  now(): number
  importImage(file: File, options: ImportOptions): Promise<Result<ImportedImage, ImportError>>
  limits: ImportOptions['limits']
  /** The file reaches the user. */
  save(blob: Blob, name: string): void
  /** Whatever else is at work on the document ends: another one takes its place. */
  interrupt(): void
  /** The photo was not separated when it was kept. */
  separate(): void
}

export interface Projects {
  /** What this device keeps and no other tab holds, newest first. */
  recent(): Promise<DeviceRecord[]>
  restore(id: string): Promise<void>
  /** Asks first. */
  remove(id: string): Promise<void>
  /** The newest wins; a failure changes nothing. */
  openFile(file: File): Promise<void>
  /** The document as a file, handed over. */
  saveFile(): Promise<void>
  cancel(): void
  /** What can be restored may have changed. */
  onChange: Device['onChange']
}

type Opened = { project: Project; assets: Asset[] }

export function createProjects(deps: ProjectsDeps): Projects {
  const { session, announcer, device, claims } = deps
  const opening = createNewest(deps, () => {
    session.ui.busy = null
  })
  const saving = createNewest(deps, () => {})

  async function open(find: (signal: AbortSignal) => Promise<Result<Opened, ProjectError>>, said: string) {
    if (mayLoseWork(session) && !(await session.notices.confirm(CONFIRM_OPEN))) return false
    let isOpen = false
    await opening.run(async (signal) => {
      session.ui.busy = 'processing'
      announcer.busy(PROJECT.opening)
      const found = await find(signal)
      if (!found.ok) return showOutcome(deps, PROJECT_ERRORS[found.error])
      deps.interrupt()
      enter(deps, found.value)
      announcer.done(said, READY_MS)
      isOpen = true
    })
    return isOpen
  }

  return {
    async recent() {
      const [kept, held] = await Promise.all([device.list(), claims.held()])
      return kept.filter(({ id }) => !held.has(id))
    },
    async restore(id) {
      const release = await claims.take(id)
      const isOpen = await open(async (signal) => {
        const record = await device.read(id)
        if (!record) return err('damaged')
        const version = checkVersion(record.version)
        if (!version.ok) return version
        const project = parseProject(record)
        return project.ok ? unpacked(deps, project.value, device.part, signal) : project
      }, PROJECT.restored)
      // Without the claim it is a copy: whoever holds the project goes on writing it.
      if (isOpen) deps.autosave.adopt(release && { id, release })
      else release?.()
      if (isOpen && !session.doc.separation) deps.separate()
    },
    async remove(id) {
      if (await session.notices.confirm(CONFIRM_DELETE)) await device.remove(id)
    },
    async openFile(file) {
      const isOpen = await open(async (signal) => {
        const read = await readProjectFile(file)
        if (!read.ok) return read
        const { project, parts } = read.value
        return unpacked(deps, project, async (hash) => parts.get(hash) ?? null, signal)
      }, PROJECT.opened)
      if (!isOpen) return
      deps.autosave.adopt(null)
      if (!session.doc.separation) deps.separate()
    },
    saveFile: () =>
      saving.run(async (signal) => {
        const doc = snapshotOf(session)
        const { version } = session.history.state
        if (!doc.photo || session.ui.busy !== null) return
        announcer.busy(PROJECT.saving)
        const { assets, parts } = await pack(session.assets.named(namesIn(doc)))
        const { name } = doc.photo
        const file = await writeProjectFile({ name, savedAt: deps.now(), document: doc, assets }, parts)
        if (signal.aborted) return
        deps.save(file, stemOf(name, deps.brand) + PROJECT_EXTENSION)
        session.ui.savedVersion = version
        announcer.done(PROJECT.saved, READY_MS)
      }),
    cancel() {
      opening.cancel()
      saving.cancel()
    },
    onChange(listener) {
      const stops = [device.onChange(listener), claims.onLetGo(listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

async function unpacked(
  { importImage, limits, cutOut, session }: ProjectsDeps,
  project: Project,
  part: UnpackDeps['part'],
  signal: AbortSignal,
): Promise<Result<Opened, ProjectError>> {
  const assets = await unpack(
    project.assets,
    {
      part,
      cutOut,
      maxPixels: limits.maxPixels,
      async decode(file) {
        const consentToConvert = () => session.notices.confirm(CONFIRM_HEIC)
        const imported = await importImage(file, { limits, signal, consentToConvert })
        return imported.ok ? imported.value : null
      },
    },
    signal,
  )
  return assets.ok ? ok({ project, assets: assets.value }) : assets
}

/** Another document is a new beginning: everything bound to the old one goes, its history too. */
function enter({ session }: ProjectsDeps, { project, assets }: Opened) {
  const { doc, ui } = session
  select(ui)
  session.assets.restore(assets)
  session.history.restart(() => {
    for (const key of Object.keys(doc)) if (!(key in project.document)) delete doc[key as keyof Document]
    Object.assign(doc, project.document)
  })
  ui.savedVersion = null
  ui.overlay = freshOverlayUi()
  session.collect()
}
