/**
 * The workspace: everything the editor is made of, wired once. Made when the editor is entered, disposed when it is
 * left; components get it by context and hold nothing of their own that outlives it.
 */
import { subscribe } from 'valtio/vanilla'
import { BRAND_NAME } from '../../kit/base/brand.ts'
import { createDeferred, type Deferred } from '../../kit/base/deferred.ts'
import { whenHidden, whenIdle } from '../../kit/base/idle.ts'
import { newId, type ProjectId } from '../../kit/base/ids.ts'
import { createListeners, type Listeners } from '../../kit/base/listeners.ts'
import { isSaveDataOn } from '../../kit/base/saveData.ts'
import { connectFontStore } from '../../kit/fonts/own/bringFont.ts'
import { t, tAll } from '../../kit/i18n/translate.ts'
import { applyMatte, thumbnail } from '../../layers/overlay/applyMatte.ts'
import type { Overlays } from '../../layers/overlay/overlays.ts'
import { kinds } from '../../layers/registry.ts'
import type { Stickers } from '../../layers/sticker/stickers.ts'
import { canEncodeExactly } from '../../media/exporter/canEncodeExactly.ts'
import { exportPng } from '../../media/exporter/exportPng.ts'
import { PHOTO_LIMITS } from '../../media/importer/importer.ts'
import { importImage } from '../../media/importer/importImage.ts'
import { createMatteCache } from '../../media/segmenter/matteCache.ts'
import { DEFAULT_MODEL } from '../../media/segmenter/modelManifest.ts'
import {
  createSegmentationRefiner,
  type FoundMatte,
  PIPELINE_ID,
  type SegmentationRefiner,
} from '../../media/segmenter/segmentationRefiner.ts'
import { createSegmenter, type MeasurableSegmenter } from '../../media/segmenter/segmenter.ts'
import { canvasSize, exportScale } from '../../model/document/backdrop.ts'
import type { DocumentSnapshot } from '../../model/document/document.ts'
import { createSession, type Notices, type Session } from '../../model/session/session.ts'
import { keepSelected } from '../../model/session/ui/selection.ts'
import type { Ui } from '../../model/session/ui/ui.ts'
import type { Overlay, StageHandle } from '../../render/compositor/Stage.tsx'
import { createViewport, fitted, type Viewport, zoomedAt } from '../../render/compositor/viewport.ts'
import type { NodeContext } from '../../render/kind.ts'
import { previewDocument } from '../../render/previewDocument.ts'
import { createFeedback, type Feedback } from '../canvas/feedback.ts'
import { abilitiesOf, groupOf } from '../canvas/group.ts'
import type { ToolEntry } from '../canvas/tool.ts'
import { createToolbox, type Toolbox } from '../canvas/toolbox.ts'
import { browserDeliveryTargets } from '../export/browserDeliveryTargets.ts'
import { save } from '../export/save.ts'
import { type Backgrounds, createBackgrounds } from '../flows/background.ts'
import { type Chooser, createChooser } from '../flows/choose.ts'
import { downloadDelivery } from '../flows/delivery.ts'
import { createDownloader, type DownloadDeps, type Downloader } from '../flows/download.ts'
import { createExports, type Exports } from '../flows/exports.ts'
import { createImprover } from '../flows/improve.ts'
import { NOT_KEPT, REPORTS } from '../flows/messages.ts'
import { createOverlays, type OverlayDeps } from '../flows/overlay.ts'
import { createProjects, type Projects } from '../flows/projects.ts'
import { createAnnouncer } from '../flows/status.ts'
import { createStickers } from '../flows/sticker.ts'
import { createUploader, type UploadDeps, type Uploader } from '../flows/upload.ts'
import { documentThumbnail } from '../projects/documentThumbnail.ts'
import { createAutosave } from '../storage/autosave.ts'
import { createFontStore } from '../storage/fontStore.ts'
import { createProjectLocks } from '../storage/projectLocks.ts'
import { createProjectStore } from '../storage/projectStore.ts'

/** What the account has a say in: the same questions a server asks again. */
export type EditorAccount = Pick<OverlayDeps, 'recordUsage'> &
  Pick<UploadDeps, 'mayProcess' | 'countImage'> &
  Pick<DownloadDeps, 'mayDownload' | 'spend' | 'onExported'>

export interface Workspace {
  readonly session: Session
  readonly viewport: Viewport
  readonly feedback: Feedback
  /** The open tab's tool and the gesture that runs on it. */
  readonly tools: Toolbox
  readonly uploader: Uploader
  readonly downloader: Downloader
  /** The ways out beside Download. */
  readonly exports: Exports
  readonly backgrounds: Backgrounds
  readonly stickers: Stickers
  readonly chooser: Chooser
  readonly overlays: Overlays
  readonly projects: Projects
  readonly segmenter: MeasurableSegmenter
  /** The better matte, and what a pointer at the photo means. */
  readonly refiner: SegmentationRefiner
  /** Tells just before a better matte takes the first one's place. */
  readonly improving: Pick<Listeners, 'subscribe'>
  readonly overlay: Overlay
  readonly report: NodeContext['report']
  /** The renderer and the preview: they start when they are needed. */
  readonly stage: Deferred<StageHandle>
  /** What the stage shows, drawn anew; its pixels stay for this task alone. Null before it stands. */
  drawn(): StageHandle['renderer']['canvas'] | null
  fit(): void
  /** Zoom about the middle of the canvas. */
  zoomTo(zoom: number): void
  dispose(): void
}

/** `toolOf` answers which tool has the canvas; the table of tabs knows, and stands above the workspace. */
export function createWorkspace(notices: Notices, account: EditorAccount, toolOf: (ui: Ui) => ToolEntry): Workspace {
  const session = createSession(notices, { isStrict: import.meta.env.DEV || __TEST_HOOKS__ })
  const viewport = createViewport()
  const feedback = createFeedback()
  const announcer = createAnnouncer(session)
  const segmenter = createSegmenter()
  const refiner = createSegmentationRefiner()
  const improving = createListeners()
  const mattes = createMatteCache<FoundMatte>()
  const improver = createImprover({ session, refiner, pipeline: PIPELINE_ID, mattes, beforeChange: improving.tell })
  const report: NodeContext['report'] = (error) => notices.toast({ title: t(REPORTS[error]), isDestructive: true })
  const limits = { ...PHOTO_LIMITS, maxSide: MAX_SIDE }
  const images = { session, announcer, importImage, limits }
  const backgrounds = createBackgrounds(images)
  const stickers = createStickers(images)
  const overlays = createOverlays({
    ...images,
    segmenter,
    cutOut: applyMatte,
    thumbnail,
    recordUsage: account.recordUsage,
  })
  const chooser = createChooser({ session, announcer, refiner, pipeline: PIPELINE_ID, countImage: account.countImage })
  const uploader = createUploader({
    session,
    announcer,
    importImage,
    limits,
    segmenter,
    improve: () => {
      if (mayImprove()) void improver.begin() // it never rejects
    },
    model: DEFAULT_MODEL,
    ...account,
  })
  const stage = createDeferred<StageHandle>()
  const painterOf = async (doc: DocumentSnapshot, scale = exportScale(doc)) => {
    const { renderer } = await stage.ready()
    const { createPainter, paintedKinds } = await import('./graphics.ts')
    return createPainter({ doc, renderer, assets: session.assets, kinds: paintedKinds, report, scale })
  }
  const targets = browserDeliveryTargets()
  const downloader = createDownloader({
    session,
    announcer,
    brand: BRAND_NAME,
    now: Date.now,
    createPainter: painterOf,
    exportPng,
    readsExactly: canEncodeExactly,
    delivery: downloadDelivery(targets, session),
    ...account,
  })
  const exports = createExports({ session, downloader, createPainter: painterOf, targets })

  const autosave = createAutosave({
    session,
    device,
    locks,
    now: Date.now,
    newProject: () => newId<ProjectId>(),
    whenIdle,
    whenHidden,
    thumbnail: () => documentThumbnail(workspace),
    onProblem: (error) => notices.toast({ ...tAll(NOT_KEPT[error]), isDestructive: true, isLasting: true }),
  })
  const projects = createProjects({
    ...images,
    device,
    locks,
    autosave,
    brand: BRAND_NAME,
    now: Date.now,
    cutOut: applyMatte,
    save,
    interrupt,
    separate: () => void uploader.retry(), // it never rejects
  })
  /** Stories that would still write into the document, or say something of it. */
  function interrupt() {
    uploader.cancel()
    backgrounds.cancel()
    stickers.cancel()
    chooser.cancel()
    improver.cancel()
  }

  const workspace: Workspace = {
    session,
    viewport,
    feedback,
    tools: createToolbox({ session, viewport, kinds, feedback, choosing: chooser }, toolOf),
    uploader,
    downloader,
    exports,
    backgrounds,
    stickers,
    chooser,
    overlays,
    projects,
    segmenter,
    refiner,
    improving,
    overlay: overlayOf(session, feedback),
    report,
    stage,
    drawn() {
      stage.current?.draw()
      return stage.current?.renderer.canvas ?? null
    },
    fit() {
      if (!session.doc.photo) return
      viewport.isFitted = true
      viewport.set(fitted(viewport.get().canvas, canvasSize(previewDocument(session))))
    },
    zoomTo(zoom) {
      if (!session.doc.photo) return
      const view = viewport.get()
      const middle = { x: view.canvas.width / 2, y: view.canvas.height / 2 }
      viewport.show(zoomedAt(view, middle, zoom, canvasSize(session.doc)))
    },
    dispose() {
      for (const stop of stops) stop()
      workspace.tools.dispose()
      void autosave.dispose() // it takes the last state with it, and never rejects
      projects.cancel()
      downloader.cancel()
      stage.cancel()
      interrupt()
      overlays.cancel()
      segmenter.dispose()
      refiner.dispose()
      session.dispose()
    },
  }
  const stops = [fitNewCanvases(workspace), subscribe(session.doc, () => dropLostSelection(session))]
  return workspace
}

/** One for the page, however often the editor is entered. */
const device = createProjectStore()
void connectFontStore(createFontStore(Date.now)) // it never rejects
const locks = createProjectLocks()

/** Strips and windows carry any size to the GPU; a bitmap itself has a limit in every browser. */
const MAX_SIDE = 32_767

const overlayOf = (session: Session, feedback: Feedback): Overlay => ({
  selected: () => groupOf(previewDocument(session), kinds, session.ui.selection)?.placed ?? null,
  members: () => {
    const { members = [] } = groupOf(previewDocument(session), kinds, session.ui.selection) ?? {}
    return members.length > 1 ? members.map(({ placed }) => placed) : []
  },
  guides: () => feedback.guides,
  toolOverlay: () => feedback.toolOverlay,
  subscribe: feedback.subscribe,
  can: () => {
    const group = groupOf(previewDocument(session), kinds, session.ui.selection)
    return group ? abilitiesOf(group) : { resize: false, rotate: false, orbit: false }
  },
})

/** A new photo, or a background of another size, is a new canvas: all of it is shown. */
function fitNewCanvases(workspace: Workspace): () => void {
  const { session, viewport } = workspace
  let shown = ''
  let room = ''
  const check = () => {
    const { photo } = session.doc
    const canvas = canvasSize(previewDocument(session))
    const { width, height } = viewport.get().canvas
    const now = photo ? `${photo.asset} ${canvas.width} ${canvas.height}` : ''
    const isNew = now !== shown
    const isResized = room !== `${width} ${height}`
    shown = now
    room = `${width} ${height}`
    if (photo && (isNew || (isResized && viewport.isFitted))) workspace.fit()
  }
  const stops = [subscribe(session.doc, check), subscribe(session.ui, check), viewport.subscribe(check)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Undo may take the selected layer away. */
function dropLostSelection({ doc, ui }: Session) {
  keepSelected(ui, (id) => doc.layers[id] !== undefined)
  if (ui.typing && !doc.layers[ui.typing]) ui.typing = null
}

/** Someone who saves data keeps the first matte; so do tests, but for those that ask: it takes both cores for seconds. */
function mayImprove(): boolean {
  if (__TEST_HOOKS__) return new URLSearchParams(location.search).has('improve')
  return !isSaveDataOn()
}
