/** The images of the Image Overlay tab, in the document or still pending (spec §3, "Pending overlay image"). */
import type { Size } from '../../../kit/base/geometry.ts'
import type { AssetId, LayerId } from '../../../kit/base/ids.ts'

/** An image of the Image Overlay tab, in the document or not yet. */
export interface PendingOverlay {
  id: string
  name: string
  /** Data URL of a thumbnail of its present state. */
  previewUrl: string
  asset: AssetId
  hasAlpha: boolean
  /** SHA-256 of the file, hex: key of the cached cut-out. */
  sha256: string
  isProcessed: boolean
  isProcessing: boolean
  /** Its layer once it has been moved to the editor. */
  layer: LayerId | null
  /** Size of the decoded file, px. */
  originalSize: Size
}

/** State of the Image Overlay tab. */
export interface OverlayUi {
  images: PendingOverlay[]
  /** The error of the last chosen file, shown beside the button. */
  error: string | null
}

/** Returns the Image Overlay tab's state at the start of a session: no images. */
export const initialOverlayUi = (): OverlayUi => ({ images: [], error: null })
