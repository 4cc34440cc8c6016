/** Creates the flows of an open editor with their dependencies: stores, networks, graphics and the account. */

import type { Template } from '#client/engine/template/applyTemplate.ts'
import type { SeparatedPhoto } from '#client/engine/template/paintTemplate.ts'
import type { Deferred } from '#client/kit/base/deferred.ts'
import { newId, type ProjectId } from '#client/kit/base/ids.ts'
import { createListeners } from '#client/kit/base/listeners.ts'
import { isSaveDataOn } from '#client/kit/base/network.ts'
import { saveFile } from '#client/kit/base/page.ts'
import { whenHidden, whenIdle } from '#client/kit/base/scheduling.ts'
import { connectFontStore } from '#client/kit/fonts/own/importFont.ts'
import { tAll } from '#client/kit/i18n/translate.ts'
import { pictureGraphics } from '#client/layers/naming.ts'
import { applyMatte, thumbnail } from '#client/layers/overlay/applyMatte.ts'
import { canEncodeExactly } from '#client/media/exporter/formats/registry.ts'
import type { CreatePainter } from '#client/media/exporter/pictureLayers.ts'
import { importImage } from '#client/media/importer/importImage.ts'
import type { SegmentationRefiner, Segmenter } from '#client/media/segmenter/segmenter.ts'
import type { AssetStore } from '#client/model/assets/store.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import type { Session } from '#client/model/session/session.ts'
import type { StageHandle } from '#client/render/compositor/Stage.tsx'
import type { NodeContext } from '#client/render/kind.ts'
import { createBackgrounds } from '../flows/background.ts'
import type { BatchAccount } from '../flows/batchAccount.ts'
import { createDownloader, type DownloadDeps } from '../flows/download.ts'
import { whenErased } from '../flows/erase.ts'
import { browserDeliveryTargets, createExports, type ExportDeps } from '../flows/exports.ts'
import { createAnnouncer, holdPixels } from '../flows/flow.ts'
import { createImprover } from '../flows/improve.ts'
import { createOverlays, createStickers, type OverlayDeps } from '../flows/overlay.ts'
import { Projects } from '../flows/projects.ts'
import { SubjectSelector } from '../flows/selectSubject.ts'
import { STORAGE_ERRORS } from '../flows/storageMessages.ts'
import { createTemplateApplier } from '../flows/templateApplier.ts'
import { TemplateLibrary } from '../flows/templateLibrary.ts'
import { createTemplatePreviews } from '../flows/templatePreviews.ts'
import { keepTextColorsReadable } from '../flows/textColors.ts'
import { createUploader, type UploadDeps } from '../flows/upload.ts'
import { documentThumbnail } from '../projects/documentThumbnail.ts'
import { Autosave } from '../storage/autosave.ts'
import { fontStore } from '../storage/fontStore.ts'
import { projectLocks as locks, projectStore, templateStore } from '../storage/stores.ts'
import { whenPainted } from './whenPainted.ts'

void connectFontStore(fontStore) // the promise never rejects

/** The account functions that the editor needs. The server checks each limit again. */
export interface EditorAccount
  extends Pick<OverlayDeps, 'recordUsage'>,
    Pick<UploadDeps, 'requestProcessing' | 'countImage'>,
    Pick<DownloadDeps, 'requestDownload' | 'spend' | 'onExported'> {
  /** Returns the id of the account that opened the editor. The editor shows and saves the projects of this account. */
  userId(): string | null
  batch: BatchAccount
}

interface FlowParts {
  session: Session
  stage: Deferred<StageHandle>
  segmenter: Segmenter
  refiner: SegmentationRefiner
  report: NodeContext['report']
}

/** A flow of a feature. */
export interface Flow {
  /** Aborts the flow before another document replaces the document, and when the user leaves the editor. */
  cancel?(): void
  /** Aborts the flow if it marks the editor as busy. The button Cancel calls this. */
  cancelBusy?(): void
  /** Called when the user leaves the editor. */
  dispose?(): void
}

export type CreateFlow = (host: FlowHost) => Flow

export type Flows = ReturnType<typeof createFlows>

/** Creates the flows. `started`: the flows of features that run from the start. */
export function createFlows(parts: FlowParts, account: EditorAccount, started: readonly CreateFlow[]) {
  const { session } = parts
  const deps = { ...parts, ...account, announcer: createAnnouncer(session), importImage }
  const documentFlows = createDocumentFlows(deps)
  const exportDeps = createExportDeps(deps, documentFlows.subjectSelector)
  const { flow, each } = createFeatureFlows({ ...deps, ...exportDeps }, started)
  const interrupt = () => {
    documentFlows.interrupt()
    each(({ cancel }) => cancel?.())
  }
  const { autosave, ...projectFlows } = createProjectFlows({
    ...deps,
    interrupt,
    separate: () => void documentFlows.uploader.retry(), // the promise never rejects
  })
  const own = projectFlows.templateLibrary
  const paint = (doc: DocumentSnapshot, side: number) => paintReducedOn(parts, doc, side)
  const idle = (run: () => void) => void whenIdle(run, 'soon')
  const stopTextColors = keepTextColorsReadable({ session, paint, whenIdle: idle })
  const templateApplier = createTemplateApplier({ ...deps, own, paint, whenPainted: () => whenPainted(parts.stage) })
  const templatePreviews = createTemplatePreviews({
    ...deps,
    own,
    reducePhoto: async (doc, to) =>
      (await import('#client/engine/template/paintTemplate.ts')).reducePhoto(doc, session.assets, to),
    paint: (...parts) => paintTemplateOn(deps, ...parts),
    whenIdle: idle,
  })
  const exports = createExports(exportDeps)
  return {
    ...documentFlows,
    ...projectFlows,
    downloader: exportDeps.downloader,
    exports,
    flow,
    /** Aborts the flows of features that mark the editor as busy. */
    cancelBusyFlows: () => each(({ cancelBusy }) => cancelBusy?.()),
    templateApplier,
    templatePreviews,
    paintReduced: paint,
    /** Restores the last session, then downloads its image. Never rejects: a message shows each error. */
    async continueDownload() {
      const [last] = await projectFlows.projects.recent()
      if (!last) return
      await projectFlows.projects.restore(last.id)
      if (session.doc.photo) await exports.save()
    },
    /** Stores the document's last state, then aborts all running uploads, downloads and previews. */
    dispose() {
      void autosave.dispose() // the promise never rejects, and `dispose` reads the last state immediately
      projectFlows.projects.cancel()
      stopTextColors()
      templateApplier.dispose()
      templatePreviews.cancel()
      projectFlows.templateLibrary.dispose()
      exportDeps.downloader.cancel()
      interrupt()
      documentFlows.overlays.cancel()
      each(({ dispose }) => dispose?.())
    },
  }
}

type FlowDeps = FlowParts & EditorAccount & Pick<UploadDeps, 'announcer' | 'importImage'>

/** The parts of the editor that each feature's flow receives. */
export type FlowHost = FlowDeps & ExportDeps

/** Creates the `started` flows of features at once, and all other flows at their first use. */
function createFeatureFlows(host: FlowHost, started: readonly CreateFlow[]) {
  const created = new Map<CreateFlow, Flow>()
  /** Returns the editor's flow that `create` creates. */
  function flow<F extends Flow>(create: (host: FlowHost) => F): F {
    const known = created.get(create) ?? create(host)
    created.set(create, known)
    return known as F // the entry of `create` has its type
  }
  for (const create of started) flow(create)
  return { flow, each: (act: (flow: Flow) => void) => created.forEach(act) }
}

/** Creates the flows that write into the document: upload, background, overlay, sticker and selecting the subject. */
function createDocumentFlows(deps: FlowDeps) {
  const betterMatte = createListeners()
  const subjectSelector = new SubjectSelector({
    ...deps,
    // `ready` rejects when the user leaves the editor
    whenFilled: async () => deps.stage.ready().then(({ preview }) => preview.settle(), console.debug),
  })
  const improver = createImprover({
    ...deps,
    beforeChange: betterMatte.emit,
    offerCandidates: (found) => subjectSelector.offer(found),
  })
  const uploader = createUploader({
    ...deps,
    afterPaint: (then) => void whenPainted(deps.stage).catch(console.debug).then(then),
    improve: () => {
      if (!isSaveDataOn()) void improver.begin() // the promise never rejects
    },
    stopImproving() {
      improver.cancel()
      deps.refiner.leave()
    },
  })
  const backgrounds = createBackgrounds(deps)
  const stickers = createStickers(deps)
  return {
    uploader,
    backgrounds,
    stickers,
    subjectSelector,
    overlays: createOverlays({ ...deps, cutOut: applyMatte, thumbnail }),
    /** Emits just before a better matte replaces the current matte. */
    betterMatte,
    /** Aborts every flow that would write into the document. Called before another document replaces it. */
    interrupt() {
      uploader.leave()
      for (const flow of [backgrounds, stickers, subjectSelector, improver]) flow.cancel()
    },
  }
}

function createExportDeps(deps: FlowDeps, subjectSelector: SubjectSelector) {
  const { session } = deps
  const graphics = pictureGraphics(painters(deps, session.assets))
  const targets = browserDeliveryTargets()
  const downloader = createDownloader({
    ...deps,
    now: Date.now,
    readsExactly: canEncodeExactly,
    whenErased: () => whenErased(subjectSelector),
  })
  return { session, downloader, graphics, targets }
}

/** Returns a function that creates painters on the renderer of the editor's canvas, for pixels in `assets`. */
const painters =
  ({ stage, report }: FlowParts, assets: AssetStore): CreatePainter =>
  async (doc, scale, gains) => {
    const { renderer } = await stage.ready()
    const { createPainter, paintedKinds: kinds } = await import('./graphics.ts')
    return createPainter({ doc, renderer, assets, kinds, report, scale, gains })
  }

/** Paints a document on the renderer of the editor's canvas. Resolves with null if it can't be painted. */
async function paintReducedOn(parts: FlowParts, doc: DocumentSnapshot, side: number) {
  const release = holdPixels(parts.session, doc)
  try {
    const { paintReduced } = await import('#client/engine/template/paintTemplate.ts')
    return await paintReduced(doc, side, painters(parts, parts.session.assets))
  } catch (error) {
    console.debug(error) // for instance, the user has left the editor
    return null
  } finally {
    release()
  }
}

/** Paints a template's thumbnail on the renderer of the editor's canvas, as `paintTemplate` does. */
async function paintTemplateOn(parts: FlowParts, template: Template, assets: AssetStore, photo?: SeparatedPhoto) {
  const { paintTemplate } = await import('#client/engine/template/paintTemplate.ts')
  return paintTemplate(template, assets, painters({ ...parts, report: console.warn }, assets), photo)
}

/** Creates autosave, and the flows that store and open projects and templates. */
function createProjectFlows(deps: FlowDeps & { interrupt(): void; separate(): void }) {
  const { session, userId: owner } = deps
  const account = owner()
  // neither promise rejects; a change of the stores refreshes the lists
  if (account !== null) for (const store of [projectStore, templateStore]) void store.adoptUnowned(account)
  const shared = {
    ...deps,
    owner,
    now: Date.now,
    save: saveFile,
    thumbnail: () => documentThumbnail(deps),
  }
  const autosave = new Autosave({
    ...shared,
    store: projectStore,
    locks,
    newProject: () => newId<ProjectId>(),
    whenIdle,
    whenHidden,
    onProblem: (error) =>
      session.notices.toast({ ...tAll(STORAGE_ERRORS[error]), isDestructive: true, isLasting: true }),
  })
  const templateLibrary = new TemplateLibrary({
    ...shared,
    store: templateStore,
    whenIdle: (run) => void whenIdle(run, 'quiet'),
    paint: (...parts) => paintTemplateOn(deps, ...parts),
  })
  const projects = new Projects({
    ...shared,
    store: projectStore,
    locks,
    autosave,
    importTemplate: (project, parts) => void templateLibrary.importProject(project, parts), // the promise never rejects
  })
  return { autosave, projects, templateLibrary }
}
