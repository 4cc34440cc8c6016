/** The list of overlay images as the tab sees it: what the flow offers, and how many images there may still be. */
import type { LayerId } from '../../kit/base/ids.ts'
import type { DocumentSnapshot } from '../../model/document/document.ts'
import { MAX_OVERLAYS } from './schema.ts'

export interface Overlays {
  /** `isPicked`: by the tab's own button, which says inline what is wrong; else a toast does (decisions). */
  add(file: File, isPicked?: boolean): Promise<void>
  removeBackground(id: string): Promise<void>
  moveToEditor(id: string): void
  remove(id: string): void
  /** Lets go of what has not been moved to the editor. */
  leave(): void
  cancel(): void
}

interface Shown {
  readonly doc: DocumentSnapshot
  readonly ui: { readonly overlay: { readonly images: readonly { readonly layer: LayerId | null }[] } }
}

/** Overlays that no image of the list stands for: copies, and what an undo has brought back. */
export const unlistedOverlays = ({ doc, ui }: Shown): LayerId[] =>
  doc.order.filter((id) => doc.layers[id]?.kind === 'overlay' && !ui.overlay.images.some(({ layer }) => layer === id))

/** How many more images there may be (spec §5); those that are pending count. */
export const overlaySlotsLeft = (shown: Shown): number =>
  Math.max(0, MAX_OVERLAYS - shown.ui.overlay.images.length - unlistedOverlays(shown).length)
