/** The one flow message over the canvas. A message that clears itself never clears a newer one. */
import type { Session } from '../../model/session/session.ts'
import type { Status } from '../../model/session/ui/ui.ts'

export interface Announcer {
  busy(text: string, progress?: number | null, detail?: string): void
  /** Clears itself after `ms`. */
  done(text: string, ms: number): void
  /** Clears itself after `ms`; null = stays until there is something else to say. */
  failed(text: string, ms?: number | null): void
  clear(): void
}

/** A failure stays long enough to be read twice, ms. */
const FAILED_MS = 8000

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
    clear: () => show(null),
  }
}
