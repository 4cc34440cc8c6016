import { proxy } from 'valtio/vanilla'
import type { Size } from '#client/kit/geometry/geometry.ts'
import { memoOn } from '#client/kit/values/identity.ts'
import type { AssetId, LayerId } from '#client/kit/values/ids.ts'
import { MAX_OVERLAYS } from '#client/layers/overlay/schema.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import type { Session } from '#client/model/session/session.ts'

/** An image in the Image Overlay tab, both before and after the user makes it a layer. */
export interface PendingOverlay {
  id: string
  name: string
  /** Thumbnail of the file, as a data URL. */
  previewUrl: string
  /** Thumbnail of the cutout, as a data URL. Null until the background is removed. */
  cutUrl: string | null
  /** The file's pixels, or the cutout if there is one. */
  asset: AssetId
  hasAlpha: boolean
  /** SHA-256 of the file, hexadecimal. It is the key of the cached cutout. */
  sha256: string
  isProcessing: boolean
  /** Id of the image's layer. Null until the user clicks *Move to Editor*. Undo may have removed the layer. */
  layer: LayerId | null
  /** Size of the decoded file, px. */
  originalSize: Size
}

interface OverlayState {
  images: PendingOverlay[]
  /** The error of the file that was selected last. The tab shows it next to the button. */
  error: string | null
}

/** Returns the state of the Image Overlay tab in a session. Another document clears the state. */
export const overlayState = memoOn((session: Session) => {
  const state = proxy<OverlayState>({ images: [], error: null })
  session.hold(state)
  session.replaced.subscribe(() => clearOverlays(state))
  return state
})

export const clearOverlays = (state: OverlayState) => Object.assign(state, { images: [], error: null })

/**
 * Returns true if the image is shown without its background. A layer may show the whole image even though there is a
 * cutout, because undo has restored the image.
 */
export function isCut(
  { cutUrl, asset, layer }: Pick<PendingOverlay, 'cutUrl' | 'asset' | 'layer'>,
  { layers }: Pick<DocumentSnapshot, 'layers'>,
): boolean {
  const shown = layer && layers[layer]
  return cutUrl !== null && (!shown || !('content' in shown) || shown.content === asset)
}

interface Shown {
  readonly images: readonly { readonly layer: LayerId | null }[]
}

/** Returns the ids of overlay layers without an entry in the tab: copies, and layers that undo has restored. */
export const unlistedOverlays = (doc: DocumentSnapshot, { images }: Shown): LayerId[] =>
  doc.order.filter((id) => doc.layers[id]?.kind === 'overlay' && !images.some(({ layer }) => layer === id))

/** Returns how many more images the user can add. Existing layers and pending images count. */
export const overlaySlotsLeft = (doc: DocumentSnapshot, shown: Shown): number =>
  Math.max(0, MAX_OVERLAYS - shown.images.length - unlistedOverlays(doc, shown).length)
