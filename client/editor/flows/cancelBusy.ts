import type { Stickers } from '#client/layers/KindFlowsContext.ts'
import type { Overlays } from '#client/layers/overlay/overlays.ts'
import type { Backgrounds } from './background.ts'
import type { Projects } from './projects.ts'
import type { Uploader } from './upload.ts'

/** The flows that set `ui.busy`. */
export interface BusyFlows {
  readonly uploader: Pick<Uploader, 'cancel'>
  readonly backgrounds: Pick<Backgrounds, 'cancel'>
  readonly stickers: Pick<Stickers, 'cancel'>
  readonly overlays: Pick<Overlays, 'cancelAdding'>
  readonly projects: Pick<Projects, 'cancelOpening'>
}

/**
 * Cancels the flow that keeps the editor busy, and clears its message. For a photo that is open without a subject, a
 * message says that finding it was cancelled. The document does not change.
 */
export function cancelBusy({ uploader, backgrounds, stickers, overlays, projects }: BusyFlows): void {
  backgrounds.cancel()
  stickers.cancel()
  overlays.cancelAdding()
  projects.cancelOpening()
  uploader.cancel() // the uploader shows its own message
}
