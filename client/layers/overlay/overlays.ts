/** The overlay flow, as the tab uses it, and the number of images that can still be added. */
import type { LayerId } from '../../kit/base/ids.ts'
import type { DocumentSnapshot } from '../../model/document/document.ts'
import { MAX_OVERLAYS } from './schema.ts'

export interface Overlays {
  /** `isPicked`: chosen by the tab's button, which shows errors inline; else errors are toasts (decisions). */
  add(file: File, isPicked?: boolean): Promise<void>
  removeBackground(id: string): Promise<void>
  moveToEditor(id: string): void
  remove(id: string): void
  /** Discards images that were not moved to the editor. */
  leave(): void
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
