import { subscribeKey } from 'valtio/utils'
import type { EditorAccount } from '#client/editor/flows/editorAccount.ts'
import { createBusyFlow, holdPendingStep } from '#client/editor/flows/flow.ts'
import type { FlowHost } from '#client/editor/flows/flowHost.ts'
import { type ImportPictureDeps, importPicture } from '#client/editor/flows/importPicture.ts'
import { IMPORT_ERRORS, importErrors } from '#client/editor/flows/messages.ts'
import { createQueue } from '#client/kit/async/scheduling.ts'
import { t, tAll } from '#client/kit/i18n/translate.ts'
import { err } from '#client/kit/values/result.ts'
import { addLayer, mayAddLayers, removeLayer } from '#client/layers/actions.ts'
import { applyMatte, thumbnail } from '#client/layers/overlay/applyMatte.ts'
import type { Segmenter } from '#client/media/segmenter/segmentation.ts'
import type { BitmapAsset, Coverage } from '#client/model/assets/store.ts'
import { copyBitmap } from '#client/model/assets/straightAlpha.ts'
import { type Session, snapshotOf, untilReleased } from '#client/model/session/session.ts'
import { clearOverlays, isCut, overlaySlotsLeft, overlayState, type PendingOverlay } from './overlayState.ts'

/** Messages about the number of images, and about failures after the import. English; translated when shown. */
const OVERLAY = {
  tooMany: 'Maximum of 2 images allowed',
  tooManyDropped: 'Maximum of 2 background images allowed',
  notRemoved: {
    title: 'Background removal failed',
    description: 'Something went wrong while processing your image. Please try again.',
  },
  notMoved: {
    title: 'Unable to move to editor',
    description: 'Failed to prepare image for editing. Please try again or upload a new image.',
  },
} as const

/** Messages for an image from the file picker that could not be imported. */
const OVERLAY_ERRORS = importErrors({
  text: 'Failed to upload background',
  description: 'Please try again with a different image.',
})

export interface OverlayDeps extends ImportPictureDeps, Pick<EditorAccount, 'countOverlay'> {
  segmenter: Pick<Segmenter, 'segment'>
  /**
   * Resolves with a copy of the bitmap whose alpha is multiplied by the matte (straight alpha). Pixels at the edge may
   * get other colors.
   */
  cutOut(bitmap: ImageBitmap, matte: Coverage): Promise<ImageBitmap>
  /** Returns a downscaled bitmap as a data URL. */
  thumbnail(bitmap: ImageBitmap): string
}

type CutOut = Pick<BitmapAsset, 'bitmap' | 'source'>

/** Creates the flow of the Image Overlay tab with the editor's matte and thumbnails. */
export const createOverlayFlow = (host: FlowHost) => createOverlays({ ...host, cutOut: applyMatte, thumbnail })

/**
 * Creates the flow of the Image Overlay tab. The user collects images, can remove their backgrounds, and moves images
 * to the editor. `id` identifies an image of `overlayState`.
 */
export function createOverlays(deps: OverlayDeps) {
  const { session } = deps
  const { doc, ui, assets, notices } = session
  const state = overlayState(session)
  const adding = createBusyFlow(deps)
  const cutter = createCutter(deps)
  const closing = new AbortController()

  return {
    /**
     * Imports a file as a pending overlay. `isPicked`: true if the user has selected the file with the tab's button.
     * Errors of a selected file are shown inline, other errors in a toast.
     */
    async add(file: File, isPicked = true): Promise<void> {
      if (!mayAddLayers({ doc: snapshotOf(session), ui })) return // no message, because the panel shows the reason
      await adding.run((signal) => addImage(deps, file, isPicked, signal))
    },
    /**
     * Segments the image and makes everything except its subject transparent. If the image has a layer, Undo cancels
     * this.
     */
    async removeBackground(id: string): Promise<void> {
      const image = imageOf(session, id)
      if (!image || isCut(image, doc) || image.isProcessing) return
      image.isProcessing = true
      const canceling = new AbortController()
      const signal = AbortSignal.any([closing.signal, canceling.signal])
      const step = image.layer ? holdPendingStep(session, () => canceling.abort()) : null
      if (step) signal.addEventListener('abort', step.end)
      try {
        const cut = await cutter.cutOut(image, signal)
        await untilReleased(session, signal)
        if (cut === 'aborted' || signal.aborted || !imageOf(session, id)) return
        if (cut) await showCutOut(deps, id, cut, (edit) => signal.aborted || step?.add(t('Remove background'), edit))
        else notices.toast({ ...tAll(OVERLAY.notRemoved), isDestructive: true })
      } catch (error) {
        console.error(error)
        notices.toast({ ...tAll(OVERLAY.notRemoved), isDestructive: true })
      } finally {
        step?.end()
        const now = imageOf(session, id)
        if (now) now.isProcessing = false
      }
    },
    /** Adds the pending image to the document as a layer. */
    moveToEditor(id: string) {
      const image = imageOf(session, id)
      const isThere = image && assets.bitmap(image.asset) && mayAddLayers({ doc: snapshotOf(session), ui })
      const layer = isThere ? addLayer(session, 'overlay', { content: image.asset, ...image.originalSize }) : null
      if (image && layer) image.layer = layer
      else notices.toast({ ...tAll(OVERLAY.notMoved), isDestructive: true })
    },
    /** Removes the image, and its layer if there is one. */
    remove(id: string) {
      const layer = imageOf(session, id)?.layer ?? null
      state.images = state.images.filter((image) => image.id !== id)
      if (layer && doc.layers[layer]) removeLayer(session, layer)
      session.collect()
    },
    /**
     * Called when the user leaves the tab. Removes the images without a layer from the list: pending images, and images
     * whose layer was removed.
     */
    leave() {
      state.images = state.images.filter(({ layer }) => layer !== null && doc.layers[layer])
      state.error = null
      session.collect()
    },
    cancel: adding.cancel,
    dispose() {
      adding.cancel()
      closing.abort()
      cutter.dispose()
      clearOverlays(state)
    },
  }
}

/** Creates the cutouts of images. */
function createCutter(deps: OverlayDeps) {
  const { session } = deps
  const { assets } = session
  /** Cutouts by the SHA-256 hash of the file, so that each image is segmented only once. */
  const cutOuts = new Map<string, CutOut>()
  /** Segments one image after the other, because a newer call of `segment` aborts the older call. */
  const inOrder = createQueue()

  /**
   * Resolves with the cutout of an image. Null if the image's pixels were freed or it has no subject. If an analysis of
   * the photo aborts the segmentation, segments the image again after the analysis. 'aborted' if the second segmentation
   * is aborted too, or if the image is no longer listed, for example because another photo is open.
   */
  async function cutOutOf(
    { id: image, asset: id, sha256 }: PendingOverlay,
    signal: AbortSignal,
  ): Promise<CutOut | 'aborted' | null> {
    const known = cutOuts.get(sha256)
    if (known) return known
    const asset = assets.bitmap(id)
    if (!asset) return null
    const segment = async () => {
      await whenFree(session)
      if (signal.aborted || !imageOf(session, image)) return err('aborted')
      return deps.segmenter.segment(asset.bitmap, { signal })
    }
    const first = await segment()
    const separated = !first.ok && first.error === 'aborted' ? await segment() : first
    if (!separated.ok) return separated.error === 'aborted' ? 'aborted' : null
    const { source } = asset
    const bitmap = await deps.cutOut(asset.bitmap, separated.value)
    const cut = { bitmap, ...(source && { source: { blob: source.blob, cut: separated.value } }) }
    cutOuts.set(sha256, cut)
    deps.countOverlay()
    return cut
  }

  return {
    cutOut: (image: PendingOverlay, signal: AbortSignal) => inOrder(() => cutOutOf(image, signal)),
    dispose() {
      for (const { bitmap } of cutOuts.values()) bitmap.close()
      cutOuts.clear()
    },
  }
}

/** Resolves when no flow is opening a photo, because segmenting an image would abort the photo's segmentation. */
const whenFree = ({ ui }: Session): Promise<void> =>
  new Promise((resolve) => {
    if (ui.busy === null) return resolve()
    const stop = subscribeKey(ui, 'busy', (busy) => {
      if (busy !== null) return
      stop()
      resolve()
    })
  })

const imageOf = (session: Session, id: string) => overlayState(session).images.find((image) => image.id === id)

/**
 * Imports a file and appends the image to the list. `isPicked`: if true, the panel shows errors, because the user has
 * selected the file in the panel. Otherwise a toast shows the errors.
 */
async function addImage(deps: OverlayDeps, file: File, isPicked: boolean, signal: AbortSignal): Promise<void> {
  const { session, thumbnail } = deps
  const { assets, notices } = session
  const state = overlayState(session)
  state.error = null
  if (overlaySlotsLeft(snapshotOf(session), state) === 0) {
    if (isPicked) state.error = OVERLAY.tooMany
    else notices.toast({ title: t(OVERLAY.tooManyDropped), isDestructive: true })
    return
  }
  const image = await importPicture(deps, file, signal, isPicked ? OVERLAY_ERRORS : IMPORT_ERRORS)
  if (!image) return
  const { asset, width, height, hasAlpha, name, sha256 } = image
  const bitmap = assets.bitmap(asset)?.bitmap
  if (!bitmap) return
  state.images.push({
    id: asset,
    name,
    previewUrl: thumbnail(bitmap),
    cutUrl: null,
    asset,
    hasAlpha,
    sha256,
    isProcessing: false,
    layer: null,
    originalSize: { width, height },
  })
}

/**
 * Replaces an image in the list with its cutout. If the image has a layer, also replaces the layer's image as one undo
 * step.
 */
async function showCutOut(
  { session, thumbnail }: OverlayDeps,
  id: string,
  cut: CutOut,
  transact: (edit: () => void) => void,
): Promise<void> {
  const { doc, assets } = session
  const image = imageOf(session, id)
  if (!image) return
  if (image.cutUrl === null) {
    const { width, height } = cut.bitmap
    // a copy, because the asset store closes its bitmaps and the cache still needs the original
    const bitmap = await copyBitmap(cut.bitmap)
    const sha256 = `${image.sha256}-cut`
    image.asset = assets.put({ ...cut, kind: 'bitmap', bitmap, width, height, hasAlpha: true, sha256 })
    image.hasAlpha = true
    image.cutUrl = thumbnail(cut.bitmap)
  }
  const layer = image.layer && doc.layers[image.layer]
  if (layer) transact(() => Object.assign(layer, { content: image.asset }))
}
