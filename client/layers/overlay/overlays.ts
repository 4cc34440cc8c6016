import type { LayerId } from '#client/kit/values/ids.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { MAX_OVERLAYS } from './schema.ts'

/** The flow of the Image Overlay tab. `id` identifies an image in `ui.overlay.images`. */
export interface Overlays {
  /**
   * Imports a file as a pending overlay. `isPicked`: true if the user has selected the file with the tab's button.
   * Errors of such a file are shown inline, other errors in a toast.
   */
  add(file: File, isPicked?: boolean): Promise<void>
  /** Segments the image and makes everything except its subject transparent. */
  removeBackground(id: string): Promise<void>
  /** Adds the pending image to the document as a layer. */
  moveToEditor(id: string): void
  /** Removes the image, and its layer if there is one. */
  remove(id: string): void
  /**
   * Called when the user leaves the tab. Removes the images without a layer from the list: pending images, and images
   * whose layer was removed.
   */
  leave(): void
}

interface Shown {
  readonly doc: DocumentSnapshot
  readonly ui: { readonly overlay: { readonly images: readonly { readonly layer: LayerId | null }[] } }
}

/**
 * Returns the ids of overlay layers without an entry in `ui.overlay.images`: copies, and layers that undo has restored.
 */
export const unlistedOverlays = ({ doc, ui }: Shown): LayerId[] =>
  doc.order.filter((id) => doc.layers[id]?.kind === 'overlay' && !ui.overlay.images.some(({ layer }) => layer === id))

/** Returns how many more images the user can add. Existing layers and pending images count. */
export const overlaySlotsLeft = (shown: Shown): number =>
  Math.max(0, MAX_OVERLAYS - shown.ui.overlay.images.length - unlistedOverlays(shown).length)
