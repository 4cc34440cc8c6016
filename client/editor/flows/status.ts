import type { Session } from '../../model/session/session.ts'
import type { Status } from '../../model/session/ui/ui.ts'

/** Sets the status message over the canvas. A timeout never clears a newer message. */
export interface Announcer {
  busy(text: string, progress?: number | null, detail?: string): void
  /** Shows a message that disappears after `ms`. */
  done(text: string, ms: number): void
  /** Shows an error that disappears after `ms`; null = it stays until the next message. */
  failed(text: string, ms?: number | null): void
  /** Says of the running work that it is being cancelled. Returns a function that clears this message if it is still shown. */
  cancelling(text: string): () => void
  clear(): void
}

/** Default time for which an error is shown, ms. */
const FAILED_MS = 8000

/** Creates the announcer; the message is `ui.status`. */
export function createAnnouncer({ ui }: Session): Announcer {
  let timer: ReturnType<typeof setTimeout> | undefined
  const show = (status: Status | null, clearAfterMs: number | null = null) => {
    clearTimeout(timer)
    ui.status = status
    if (clearAfterMs !== null)
      timer = setTimeout(() => {
        ui.status = null
      }, clearAfterMs)
  }
  return {
    busy: (text, progress = null, detail) =>
      show({ text, tone: 'busy', progress, ...(detail === undefined ? {} : { detail }) }),
    done: (text, ms) => show({ text, tone: 'done', progress: null }, ms),
    failed: (text, ms = FAILED_MS) => show({ text, tone: 'failed', progress: null }, ms),
    cancelling(text) {
      show({ text, tone: 'busy', progress: null, isCancelling: true })
      const shown = ui.status
      return () => {
        if (ui.status === shown) show(null)
      }
    },
    clear: () => show(null),
  }
}
