/**
 * Shared parts of all flows. A newer run of a flow aborts the older run. Messages appear over the canvas, in toasts and
 * in alerts.
 */

import { stopAll } from '#client/kit/async/listeners.ts'
import { createLatestTask } from '#client/kit/async/scheduling.ts'
import { holdDownloads } from '#client/kit/browser/network.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { memoOn } from '#client/kit/values/identity.ts'
import type { SegmentProgress } from '#client/media/segmenter/segmentationTypes.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import type { Session } from '#client/model/session/session.ts'
import type { Status } from '#client/model/session/ui/ui.ts'
import { holdMatte } from '#client/render/matting/mask-edits/editedMattes.ts'
import { type FlowMessage, UNEXPECTED } from './messages.ts'

/** Runs one task at a time (see `createLatestFlow`). */
export type LatestFlow = ReturnType<typeof createLatestFlow>

/**
 * Creates a LatestFlow, which runs one asynchronous task at a time. A newer task aborts the older task. `onIdle` is
 * called when the newest task has ended after success, an error or `cancel`. After an error, the task's message is
 * removed and a toast is shown. After `cancel`, no toast is shown.
 */
export function createLatestFlow(deps: { session: Session; announcer: Announcer }, onIdle: () => void) {
  const latest = createLatestTask(onIdle)
  let runs = 0
  return {
    /**
     * Aborts the running task and starts this task. Resolves with its result, or with undefined after an error. Never
     * rejects. Errors are logged and shown in a toast.
     */
    run: <T>(flow: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> => {
      const run = ++runs
      return latest.run(async (signal) => {
        try {
          return await flow(signal)
        } catch (error) {
          // if a newer run has replaced this run, the message belongs to the newer run
          const isCancelled = signal.aborted && run === runs
          if (!signal.aborted) showUnexpected(deps, error)
          else if (isCancelled && deps.session.ui.status?.tone === 'busy') deps.announcer.clear()
          return undefined
        }
      })
    },
    cancel: latest.cancel,
  }
}

/** The busy flow that was started last in a session. When an older flow ends, it must not change `ui.busy`. */
const newestBusy = memoOn((_: Session): { flow: object | null } => ({ flow: null }))

/**
 * Creates a LatestFlow for flows that set `ui.busy`. When the flow that was started last ends, `ui.busy` becomes null.
 * During a run, the service worker doesn't download files.
 */
export function createBusyFlow(deps: Parameters<typeof createLatestFlow>[0]): LatestFlow {
  const newest = newestBusy(deps.session)
  const flow = createLatestFlow(deps, () => {
    if (newest.flow === flow) deps.session.ui.busy = null
  })
  return {
    ...flow,
    run(task) {
      newest.flow = flow
      const running = flow.run(task)
      holdDownloads(running)
      return running
    },
  }
}

/** Holds a snapshot's pixels in memory while it is painted. Returns a function that releases them. */
export const holdPixels = (session: Session, doc: DocumentSnapshot) =>
  stopAll([holdMatte(doc, session.assets), session.hold(doc)])

/** Logs an unexpected error, clears the status message, and shows a toast (spec §8). */
export function showUnexpected({ session, announcer }: { session: Session; announcer: Announcer }, error: unknown) {
  console.error(error)
  announcer.clear()
  session.notices.toast({
    title: t(UNEXPECTED.title),
    description: error instanceof Error && error.message ? error.message : t(UNEXPECTED.description),
    isDestructive: true,
  })
}

/** Default duration of an error message, ms. */
const FAILED_MS = 8000

/** Sets the status message over the canvas. If an old message times out, a newer message isn't cleared. */
export type Announcer = ReturnType<typeof createAnnouncer>

export function createAnnouncer({ ui }: Session) {
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
    busy: (text: string, progress: number | null = null, detail?: string) =>
      show({ text, tone: 'busy', progress, ...(detail === undefined ? {} : { detail }) }),
    /** Shows a thumbnail of the photo next to the current message. `url`: URL of the image. */
    preview(url: string) {
      if (ui.status) ui.status.preview = url
    },
    /** Shows a message that disappears after `ms`. */
    done: (text: string, ms: number) => show({ text, tone: 'done', progress: null }, ms),
    /** Shows an error for `ms`. If `ms` is null, the error is shown until the next message. */
    failed: (text: string, ms: number | null = FAILED_MS) => show({ text, tone: 'failed', progress: null }, ms),
    /**
     * Shows that the running task is being canceled. Returns a function that clears this message if it is still shown.
     */
    cancelling(text: string) {
      show({ text, tone: 'busy', progress: null, isCancelling: true })
      const shown = ui.status
      return () => {
        if (ui.status === shown) show(null)
      }
    },
    clear: () => show(null),
  }
}

/** Loading a network fills this fraction of the progress bar of a task. */
const LOADING_SHARE = 0.3

/** Returns the progress (0..1) of a computation with networks. */
export const doneOf = (progress: SegmentProgress): number =>
  progress.stage === 'loading'
    ? (LOADING_SHARE * progress.loadedBytes) / Math.max(1, progress.totalBytes)
    : progress.fraction

/**
 * Returns a listener for a network's progress. While the status message is `text`, the listener shows the progress,
 * which never decreases. `share`: the progress when the network is done.
 */
export const networkProgress =
  ({ session: { ui }, announcer }: { session: Session; announcer: Announcer }, text: string, share = 1) =>
  (progress: SegmentProgress): void => {
    if (ui.status?.text !== text) return
    const done = doneOf(progress)
    if (share * done > (ui.status.progress ?? 0)) announcer.busy(text, share * done)
  }

/**
 * Shows a flow's message as an alert, a toast or the status. Clears the previous status. `name`: name of the file that
 * the message concerns.
 */
export function showMessage(
  { session, announcer }: { session: Session; announcer: Announcer },
  shown: FlowMessage,
  name = '',
): void {
  announcer.clear()
  if ('cause' in shown) console.warn(shown.cause)
  if (shown.as === 'nothing') return
  const { text, description } = shown
  const detail = shown.detail?.(name)
  // not awaited, because the flow continues while the alert is open
  if (shown.as === 'alert') void session.notices.alert(t(text), detail)
  if (shown.as === 'toast')
    session.notices.toast({
      title: t(text),
      ...(description && { description: t(description) }),
      ...(detail && { detail, endsOn: session.replaced.subscribe }),
      isDestructive: true,
    })
  if (shown.as === 'status') announcer.failed(shown.text)
}

/** Returns a function that logs an error and returns `message`, which is then shown. */
export const logAndShow =
  <S>(shown: S) =>
  (error: unknown): S => {
    console.error(error)
    return shown
  }
