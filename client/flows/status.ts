/** The one flow message over the canvas. A message that clears itself never clears a newer one. */
import type { Session } from '../session/session.ts'
import type { Status } from '../session/ui/ui.ts'

export interface Announcer {
  busy(text: string, progress?: number | null, detail?: string): void
  /** Clears itself after `ms`. */
  done(text: string, ms: number): void
  failed(text: string): void
  clear(): void
}

/** A failure stays long enough to be read twice, ms. */
const FAILED_MS = 8000

export function createAnnouncer({ ui }: Session): Announcer {
  let timer: ReturnType<typeof setTimeout> | undefined
  const show = (status: Status | null, clearAfterMs?: number) => {
    clearTimeout(timer)
    ui.status = status
    if (clearAfterMs !== undefined)
      timer = setTimeout(() => {
        ui.status = null
      }, clearAfterMs)
  }
  return {
    busy: (text, progress = null, detail) =>
      show({ text, tone: 'busy', progress, ...(detail === undefined ? {} : { detail }) }),
    done: (text, ms) => show({ text, tone: 'done', progress: null }, ms),
    failed: (text) => show({ text, tone: 'failed', progress: null }, FAILED_MS),
    clear: () => show(null),
  }
}
