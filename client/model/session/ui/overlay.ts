/** The images of the Image Overlay tab, in the document or still pending (spec §3, "Pending overlay image"). */
import type { Size } from '../../../kit/base/geometry.ts'
import type { AssetId, LayerId } from '../../../kit/base/ids.ts'

export interface PendingOverlay {
  id: string
  name: string
  /** Object URL of a small picture of it, as it is now. */
  previewUrl: string
  asset: AssetId
  hasAlpha: boolean
  /** Of the file's bytes: what has been cut out once is not cut out again. */
  sha256: string
  isProcessed: boolean
  isProcessing: boolean
  /** Its layer once it has been moved to the editor. */
  layer: LayerId | null
  originalSize: Size
}

export interface OverlayUi {
  images: PendingOverlay[]
  /** What is wrong with what was chosen last; stands beside the button. */
  error: string | null
}

export const freshOverlayUi = (): OverlayUi => ({ images: [], error: null })
