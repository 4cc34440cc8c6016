/** Images of the Image Overlay tab, in the document or pending (spec §3, "Pending overlay image"). */
import type { Size } from '#client/kit/base/geometry.ts'
import type { AssetId, LayerId } from '#client/kit/base/ids.ts'

export interface PendingOverlay {
  id: string
  name: string
  /** data URL of a thumbnail */
  previewUrl: string
  asset: AssetId
  hasAlpha: boolean
  /** SHA-256 of the file, hex; key of the cached cut-out */
  sha256: string
  isProcessed: boolean
  isProcessing: boolean
  /** The layer, once the user has moved the image to the editor. */
  layer: LayerId | null
  /** size of the decoded file, px */
  originalSize: Size
}

export interface OverlayUi {
  images: PendingOverlay[]
  /** Error of the last chosen file, shown beside the button. */
  error: string | null
}

export const initialOverlayUi = (): OverlayUi => ({ images: [], error: null })
