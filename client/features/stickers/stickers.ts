import { createBusyFlow, showMessage } from '#client/editor/flows/flow.ts'
import { type ImportPictureDeps, importPicture } from '#client/editor/flows/importPicture.ts'
import { type FlowMessage, IMPORT_ERRORS } from '#client/editor/flows/messages.ts'
import { STICKER_LIMITS } from '#client/engine/project-file/decodingBudget.ts'
import { recentList } from '#client/kit/device-storage/recentList.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { pngInColorSpace } from '#client/kit/pixels/png/chunks.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { addLayer, mayAddLayers } from '#client/layers/actions.ts'
import { mipmapFor } from '#client/layers/sticker/node.ts'
import { IMAGE_SCALE, type StickerLayer } from '#client/layers/sticker/schema.ts'
import { createContext } from '#client/model/assets/pixels.ts'
import { colorSpaceOf } from '#client/model/assets/straightAlpha.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'

/** The emoji that the user has added most recently, at most as many as fit in a row of the picker. */
export const recentEmoji = recentList('midground.recent-emoji', 8)

/** The message for a sticker that would exceed STICKER_LIMITS. */
const TOO_MANY_STICKERS: FlowMessage = {
  as: 'alert',
  text: 'Your stickers are too large',
  detail: (name) =>
    t('With “{name}”, your stickers would exceed 100 megapixels. Delete a sticker, then try again.', { name }),
}

/**
 * Creates the flow that adds an image file as a sticker in front of the subject. Downscales an image with more pixels
 * than STICKER_LIMITS permits. If the import fails or the document has too many stickers, the flow shows a message. If
 * layers can't be added now, the flow does nothing.
 */
export function createStickers(deps: ImportPictureDeps) {
  const { session } = deps
  const latest = createBusyFlow(deps)
  return {
    /** Imports an image. A newer call aborts the running import. */
    add: (file: File) =>
      latest.run(async (signal) => {
        if (!mayAddLayers({ doc: snapshotOf(session), ui: session.ui })) return
        const importImage = reducingImport(deps.importImage)
        const image = await importPicture({ ...deps, importImage }, file, signal, IMPORT_ERRORS)
        if (!image) return
        const { asset, width, height } = image
        if (stickerPixels(session) + width * height > STICKER_LIMITS.maxTotal) {
          session.collect()
          showMessage(deps, TOO_MANY_STICKERS, file.name)
          return
        }
        addLayer(session, 'sticker', { content: asset, type: 'image', ratio: width / height, scale: IMAGE_SCALE })
      }),
    cancel: latest.cancel,
  }
}

/** Returns the number of pixels of the document's stickers. An image of several stickers is counted once. */
function stickerPixels({ doc, assets }: Session): number {
  const stickers = Object.values(doc.layers).filter((layer): layer is StickerLayer => layer.kind === 'sticker')
  const images = new Set(
    stickers.flatMap(({ type, content }) => (type === 'image' ? (assets.bitmap(content as AssetId) ?? []) : [])),
  )
  return [...images].reduce((sum, { width, height }) => sum + width * height, 0)
}

/**
 * Returns an import that downscales images with more pixels than STICKER_LIMITS permits. A downscaled image is imported
 * as a PNG with the same color space and alpha. Fails for the same reasons as `importImage`.
 */
const reducingImport =
  (importImage: ImportPictureDeps['importImage']): ImportPictureDeps['importImage'] =>
  async (file, options) => {
    const imported = await importImage(file, options)
    if (!imported.ok || imported.value.width * imported.value.height <= STICKER_LIMITS.maxPixels) return imported
    const { bitmap } = imported.value
    try {
      const png = await reducedPng(bitmap)
      return await importImage(new File([png], file.name, { type: png.type }), options)
    } finally {
      bitmap.close()
    }
  }

/** Resolves with a PNG of the bitmap, downscaled to STICKER_LIMITS, in the bitmap's color space. */
async function reducedPng(bitmap: ImageBitmap): Promise<Blob> {
  const scale = Math.sqrt(STICKER_LIMITS.maxPixels / (bitmap.width * bitmap.height))
  const size = {
    width: Math.max(1, Math.floor(bitmap.width * scale)),
    height: Math.max(1, Math.floor(bitmap.height * scale)),
  }
  const context = createContext(size)
  context.imageSmoothingQuality = 'high'
  context.drawImage(mipmapFor(bitmap, scale), 0, 0, size.width, size.height)
  return pngInColorSpace(await context.canvas.convertToBlob({ type: 'image/png' }), colorSpaceOf(bitmap))
}
