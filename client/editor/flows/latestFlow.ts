import { createLatestTask } from '../../kit/base/latestTask.ts'
import { t } from '../../kit/i18n/translate.ts'
import type { Session } from '../../model/session/session.ts'
import { UNEXPECTED } from './messages.ts'
import type { Announcer } from './status.ts'

/** A LatestTask for flows: it shows unexpected errors to the user. */
export interface LatestFlow {
  /** Aborts the running flow and starts this one. Never rejects: errors are logged and shown in a toast (spec §8). */
  run(flow: (signal: AbortSignal) => Promise<void>): Promise<void>
  cancel(): void
}

/**
 * Creates a LatestFlow: it runs asynchronous work for the user, one piece at a time, and a newer one aborts the older.
 * `onIdle` is called when the newest flow has ended, also by an error or `cancel`, and not when a newer one replaces it.
 * `announcer`: its message over the canvas is cleared when a flow fails unexpectedly.
 */
export function createLatestFlow(deps: { session: Session; announcer: Announcer }, onIdle: () => void): LatestFlow {
  const latest = createLatestTask(onIdle)
  return {
    run: (flow) =>
      latest.run(async (signal) => {
        try {
          await flow(signal)
        } catch (error) {
          if (!signal.aborted) showUnexpected(deps, error)
        }
      }),
    cancel: latest.cancel,
  }
}

function showUnexpected({ session, announcer }: { session: Session; announcer: Announcer }, error: unknown) {
  console.error(error)
  announcer.clear()
  session.notices.toast({
    title: t(UNEXPECTED.title),
    description: error instanceof Error && error.message ? error.message : t(UNEXPECTED.description),
    isDestructive: true,
  })
}
