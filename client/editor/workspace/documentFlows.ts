import type { Deferred } from '#client/kit/base/deferred.ts'
import { defaults } from '#client/kit/base/fields.ts'
import { isSaveDataOn } from '#client/kit/base/network.ts'
import { BRAND_NAME } from '#client/kit/base/page.ts'
import type { Stickers } from '#client/layers/KindFlowsContext.ts'
import { namedStack } from '#client/layers/naming.ts'
import { applyMatte, thumbnail } from '#client/layers/overlay/applyMatte.ts'
import type { Overlays } from '#client/layers/overlay/overlays.ts'
import { canEncodeExactly } from '#client/media/exporter/canEncodeExactly.ts'
import { exportPicture } from '#client/media/exporter/exportPicture.ts'
import { exportFields } from '#client/media/exporter/exportSettings.ts'
import { createMatteCache } from '#client/media/segmenter/matteCache.ts'
import { type FoundMatte, PIPELINE_ID, type SegmentationRefiner } from '#client/media/segmenter/segmentationRefiner.ts'
import type { Segmenter } from '#client/media/segmenter/segmenter.ts'
import { exportScale } from '#client/model/document/backdrop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import type { Session } from '#client/model/session/session.ts'
import type { StageHandle } from '#client/render/compositor/Stage.tsx'
import type { NodeContext } from '#client/render/kind.ts'
import { browserDeliveryTargets } from '../export/browserDeliveryTargets.ts'
import { type Backgrounds, createBackgrounds } from '../flows/background.ts'
import { type Chooser, createChooser } from '../flows/choose.ts'
import { createDownloader, type DownloadDeps, type Downloader } from '../flows/download.ts'
import { createExports, downloadDelivery, type Exports } from '../flows/exports.ts'
import type { Announcer } from '../flows/flow.ts'
import type { ImportPictureDeps } from '../flows/importPicture.ts'
import { createImprover } from '../flows/improve.ts'
import { createOverlays, createStickers, type OverlayDeps } from '../flows/overlay.ts'
import { createUploader, type UploadDeps, type Uploader } from '../flows/upload.ts'

/** The account functions that the flows need. */
export type DocumentFlowsAccount = Pick<OverlayDeps, 'recordUsage'> & Pick<UploadDeps, 'mayProcess' | 'countImage'>

/**
 * The flows that write into the document: upload, background, overlay, sticker, selecting the subject, the better
 * matte.
 */
export interface DocumentFlows {
  readonly uploader: Uploader
  readonly backgrounds: Backgrounds
  readonly stickers: Stickers
  readonly chooser: Chooser
  readonly overlays: Overlays
  /** Aborts every flow that would write into the document, before another document replaces it. */
  interrupt(): void
}

/** Creates the flows. `beforeBetterMatte` is called just before a better matte replaces the first one. */
export function createDocumentFlows(
  deps: ImportPictureDeps & {
    account: DocumentFlowsAccount
    segmenter: Segmenter
    refiner: SegmentationRefiner
    beforeBetterMatte(): void
  },
): DocumentFlows {
  const { session, announcer, account, segmenter, refiner } = deps
  const chooser = createChooser({ session, announcer, refiner, pipeline: PIPELINE_ID, countImage: account.countImage })
  const improver = createImprover({
    session,
    refiner,
    mattes: createMatteCache<FoundMatte>(),
    beforeChange: deps.beforeBetterMatte,
    offerCandidates: (candidates) => chooser.offer(candidates),
  })
  const { mayProcess, countImage, recordUsage } = account
  const uploader = createUploader({
    ...deps,
    mayProcess,
    countImage,
    improve: () => {
      if (mayImprove()) void improver.begin() // never rejects
    },
  })
  const backgrounds = createBackgrounds(deps)
  const stickers = createStickers(deps)
  const overlays = createOverlays({ ...deps, segmenter, cutOut: applyMatte, thumbnail, recordUsage })
  return {
    uploader,
    backgrounds,
    stickers,
    chooser,
    overlays,
    interrupt() {
      uploader.leave()
      for (const flow of [backgrounds, stickers, chooser, improver]) flow.cancel()
    },
  }
}

/**
 * Returns false with the browser's data saver, and in tests without `?improve` in the address, because the computation
 * takes seconds of two cores.
 */
export function mayImprove(): boolean {
  if (__TEST_HOOKS__) return new URLSearchParams(location.search).has('improve')
  return !isSaveDataOn()
}

/** The account functions that the exports need. */
export type ExportFlowsAccount = Pick<DownloadDeps, 'mayDownload' | 'spend' | 'onExported'>

/** The Download button and the export dialog. */
export interface ExportFlows {
  readonly downloader: Downloader
  readonly exports: Exports
}

/** Creates the exports. They paint with the renderer of the editor's canvas (the stage). */
export function createExportFlows({
  session,
  announcer,
  stage,
  report,
  account: { mayDownload, spend, onExported },
}: {
  session: Session
  announcer: Announcer
  stage: Deferred<StageHandle>
  report: NodeContext['report']
  account: ExportFlowsAccount
}): ExportFlows {
  const createPainter = async (doc: DocumentSnapshot, scale = exportScale(doc)) => {
    const { renderer } = await stage.ready()
    const { createPainter: create, paintedKinds } = await import('./graphics.ts')
    return create({ doc, renderer, assets: session.assets, kinds: paintedKinds, report, scale })
  }
  const graphics = { createPainter, stackOf: namedStack }
  const targets = browserDeliveryTargets()
  const downloader = createDownloader({
    session,
    announcer,
    brand: BRAND_NAME,
    now: Date.now,
    exportPlain: (doc, options) => exportPicture(doc, defaults(exportFields), graphics, options),
    readsExactly: canEncodeExactly,
    delivery: downloadDelivery(targets, session),
    mayDownload,
    spend,
    onExported,
  })
  return { downloader, exports: createExports({ session, downloader, graphics, targets }) }
}
