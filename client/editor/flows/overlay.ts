import { t, tAll } from '../../kit/i18n/translate.ts'
import { addLayer, mayAddLayers, removeLayer } from '../../layers/actions.ts'
import { type Overlays, overlaySlotsLeft } from '../../layers/overlay/overlays.ts'
import type { Matte, Segmenter } from '../../media/segmenter/segmenter.ts'
import type { BitmapAsset } from '../../model/assets/store.ts'
import { copyBitmap } from '../../model/assets/straightAlpha.ts'
import { snapshotOf } from '../../model/session/session.ts'
import { initialOverlayUi, type PendingOverlay } from '../../model/session/ui/overlay.ts'
import { type ImportPictureDeps, importPicture } from './importPicture.ts'
import { createLatestFlow } from './latestFlow.ts'
import { IMPORT_ERRORS, OVERLAY, OVERLAY_ERRORS } from './messages.ts'

/** What the overlay flow works with. */
export interface OverlayDeps extends ImportPictureDeps {
  segmenter: Pick<Segmenter, 'segment'>
  /** Returns a bitmap with the matte as its alpha channel: straight alpha, colours unchanged. */
  cutOut(bitmap: ImageBitmap, matte: Matte): Promise<ImageBitmap>
  /** Returns a small version as a data URL. */
  thumbnail(bitmap: ImageBitmap): string
  /** Called when a background was removed, so that the account records it. Must return at once. */
  recordUsage(): void
}

type CutOut = Pick<BitmapAsset, 'bitmap' | 'source'>

/**
 * Creates the flow of Image Overlay (spec §4): images are added to a list, their background is removed on request, and
 * they are moved to the editor as layers.
 */
export function createOverlays(deps: OverlayDeps): Overlays {
  const { session } = deps
  const { doc, ui, history, assets, notices } = session
  const adding = createLatestFlow(deps, () => {
    ui.busy = null
  })
  /** Results of background removal by the SHA-256 of the file, so that an image is separated only once (spec §4). */
  const cutOuts = new Map<string, CutOut>()
  const leaving = new AbortController()
  const imageOf = (id: string) => ui.overlay.images.find((image) => image.id === id)
  const drop = (id: string) => {
    ui.overlay.images = ui.overlay.images.filter((image) => image.id !== id)
  }

  async function cutOutOf(image: PendingOverlay): Promise<CutOut | null> {
    const known = cutOuts.get(image.sha256)
    if (known) return known
    const asset = assets.bitmap(image.asset)
    if (!asset) return null
    const separated = await deps.segmenter.segment(asset.bitmap, { signal: leaving.signal })
    if (!separated.ok) return null
    const { source } = asset
    const bitmap = await deps.cutOut(asset.bitmap, separated.value)
    const cut = { bitmap, ...(source && { source: { blob: source.blob, cut: separated.value } }) }
    cutOuts.set(image.sha256, cut)
    deps.recordUsage()
    return cut
  }

  return {
    async add(file, isPicked = true) {
      if (!mayAddLayers({ doc: snapshotOf(session), ui })) return // the panel shows the reason
      await adding.run(async (signal) => {
        ui.overlay.error = null
        if (overlaySlotsLeft({ doc: snapshotOf(session), ui }) === 0) {
          if (isPicked) ui.overlay.error = OVERLAY.tooMany
          else notices.toast({ title: t(OVERLAY.tooManyDropped), isDestructive: true })
          return
        }
        const image = await importPicture(deps, file, signal, isPicked ? OVERLAY_ERRORS : IMPORT_ERRORS)
        if (!image) return
        const { asset, width, height, hasAlpha, name, sha256 } = image
        const bitmap = assets.bitmap(asset)?.bitmap
        if (!bitmap) return
        ui.overlay.images.push({
          id: asset,
          name,
          previewUrl: deps.thumbnail(bitmap),
          asset,
          hasAlpha,
          sha256,
          isProcessed: false,
          isProcessing: false,
          layer: null,
          originalSize: { width, height },
        })
      })
    },
    async removeBackground(id) {
      const image = imageOf(id)
      if (!image || image.isProcessed || image.isProcessing) return
      image.isProcessing = true
      try {
        const cut = await cutOutOf(image)
        const now = imageOf(id)
        if (leaving.signal.aborted || !now) return
        if (!cut) return notices.toast({ ...tAll(OVERLAY.notRemoved), isDestructive: true })
        const { width, height } = cut.bitmap
        // A copy: the store closes the bitmaps that it frees, and the cache keeps its own.
        const bitmap = await copyBitmap(cut.bitmap)
        const sha256 = `${image.sha256}-cut`
        now.asset = assets.put({ ...cut, kind: 'bitmap', bitmap, width, height, hasAlpha: true, sha256 })
        now.hasAlpha = true
        now.previewUrl = deps.thumbnail(cut.bitmap)
        now.isProcessed = true
        const layer = now.layer && doc.layers[now.layer]
        if (layer) history.transact(t('Remove background'), () => Object.assign(layer, { content: now.asset }))
      } catch (error) {
        console.error(error)
        notices.toast({ ...tAll(OVERLAY.notRemoved), isDestructive: true })
      } finally {
        const now = imageOf(id)
        if (now) now.isProcessing = false
      }
    },
    moveToEditor(id) {
      const image = imageOf(id)
      const isThere = image && assets.bitmap(image.asset) && mayAddLayers({ doc: snapshotOf(session), ui })
      const layer = isThere ? addLayer(session, 'overlay', { content: image.asset, ...image.originalSize }) : null
      if (image && layer) image.layer = layer
      else notices.toast({ ...tAll(OVERLAY.notMoved), isDestructive: true })
    },
    remove(id) {
      const layer = imageOf(id)?.layer ?? null
      drop(id)
      if (layer && doc.layers[layer]) removeLayer(session, layer)
      session.collect()
    },
    leave() {
      ui.overlay.images = ui.overlay.images.filter(({ layer }) => layer !== null && doc.layers[layer])
      ui.overlay.error = null
      session.collect()
    },
    cancel() {
      adding.cancel()
      leaving.abort()
      for (const { bitmap } of cutOuts.values()) bitmap.close()
      cutOuts.clear()
      ui.overlay = initialOverlayUi()
    },
  }
}
