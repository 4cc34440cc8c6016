import type { LayerId } from '#client/kit/values/ids.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { MAX_OVERLAYS } from './schema.ts'

/** Flow of the Image Overlay tab. `id` identifies a pending overlay. */
export interface Overlays {
  /**
   * Imports a file as a pending overlay. `isPicked`: true if the user selected the file with the tab's button. The
   * errors of such a file are shown inline, all other errors in a toast.
   */
  add(file: File, isPicked?: boolean): Promise<void>
  /** Segments the image and removes everything but its subject. */
  removeBackground(id: string): Promise<void>
  /** Adds the pending image to the document as a layer. */
  moveToEditor(id: string): void
  /** Removes the image and its layer, if any. */
  remove(id: string): void
  /** Removes all images without a layer: pending images, and images whose layer was removed. */
  leave(): void
}

interface Shown {
  readonly doc: DocumentSnapshot
  readonly ui: { readonly overlay: { readonly images: readonly { readonly layer: LayerId | null }[] } }
}

/** Returns the overlay layers that have no entry in `ui.overlay.images`: copies, and layers restored by undo. */
export const unlistedOverlays = ({ doc, ui }: Shown): LayerId[] =>
  doc.order.filter((id) => doc.layers[id]?.kind === 'overlay' && !ui.overlay.images.some(({ layer }) => layer === id))

/** Returns how many more images the user can add. Existing layers and pending images count toward the maximum. */
export const overlaySlotsLeft = (shown: Shown): number =>
  Math.max(0, MAX_OVERLAYS - shown.ui.overlay.images.length - unlistedOverlays(shown).length)
