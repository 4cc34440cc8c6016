/** The overlay flow, as the tab uses it, and the number of images that can still be added. */
import type { LayerId } from '../../kit/base/ids.ts'
import type { DocumentSnapshot } from '../../model/document/document.ts'
import { MAX_OVERLAYS } from './schema.ts'

/** The flow of the Image Overlay tab. `id`: of a pending overlay. */
export interface Overlays {
  /**
   * Imports a file as a pending overlay. `isPicked`: chosen by the tab's button, which shows errors inline; otherwise
   * errors are toasts.
   */
  add(file: File, isPicked?: boolean): Promise<void>
  /** Separates the image and keeps only its subject. */
  removeBackground(id: string): Promise<void>
  /** Adds the image to the document as a layer. */
  moveToEditor(id: string): void
  /** Removes the image, and its layer if it has one. */
  remove(id: string): void
  /** Removes the images from the list that were not moved to the editor, or whose layer is gone. */
  leave(): void
  /** Aborts the running import. The list stays. */
  cancelAdding(): void
  /** Aborts the running import and separations, and empties the list. */
  cancel(): void
}

interface Shown {
  readonly doc: DocumentSnapshot
  readonly ui: { readonly overlay: { readonly images: readonly { readonly layer: LayerId | null }[] } }
}

/** Returns the overlay layers that have no entry in the list of images: copies, and layers restored by undo. */
export const unlistedOverlays = ({ doc, ui }: Shown): LayerId[] =>
  doc.order.filter((id) => doc.layers[id]?.kind === 'overlay' && !ui.overlay.images.some(({ layer }) => layer === id))

/** Returns how many more images can be added (spec §5); pending images count. */
export const overlaySlotsLeft = (shown: Shown): number =>
  Math.max(0, MAX_OVERLAYS - shown.ui.overlay.images.length - unlistedOverlays(shown).length)
