import { isSaveDataOn } from '../../kit/base/network.ts'
import type { Stickers } from '../../layers/KindFlowsContext.ts'
import { applyMatte, thumbnail } from '../../layers/overlay/applyMatte.ts'
import type { Overlays } from '../../layers/overlay/overlays.ts'
import { createMatteCache } from '../../media/segmenter/matteCache.ts'
import { type FoundMatte, PIPELINE_ID, type SegmentationRefiner } from '../../media/segmenter/segmentationRefiner.ts'
import type { Segmenter } from '../../media/segmenter/segmenter.ts'
import { type Backgrounds, createBackgrounds } from '../flows/background.ts'
import { type Chooser, createChooser } from '../flows/choose.ts'
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
    offerReadings: (readings) => chooser.offer(readings),
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
