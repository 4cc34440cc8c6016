/**
 * Shared parts of all flows. The newest run of a flow wins. Messages appear over the canvas, in toasts and in alerts.
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

/** A runner of one flow at a time, as `createLatestFlow` returns it. */
export type LatestFlow = ReturnType<typeof createLatestFlow>

/**
 * Creates a LatestFlow. It runs one asynchronous task at a time, and a newer task aborts the older task. `onIdle` is
 * called when the newest task is over, after success, an error or `cancel`. An error removes the task's message and
 * shows a toast. After `cancel`, an error only removes the message.
 */
export function createLatestFlow(deps: { session: Session; announcer: Announcer }, onIdle: () => void) {
  const latest = createLatestTask(onIdle)
  let runs = 0
  return {
    /**
     * Aborts the running flow and starts this flow. Resolves with the flow's result, or undefined after an error. Never
     * rejects: errors are logged, and a toast shows them.
     */
    run: <T>(flow: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> => {
      const run = ++runs
      return latest.run(async (signal) => {
        try {
          return await flow(signal)
        } catch (error) {
          const isCancelled = signal.aborted && run === runs // a replaced run leaves the message to its successor
          if (!signal.aborted) showUnexpected(deps, error)
          else if (isCancelled && deps.session.ui.status?.tone === 'busy') deps.announcer.clear()
          return undefined
        }
      })
    },
    cancel: latest.cancel,
  }
}

/** The busy flow of a session that was started last. The end of an older flow doesn't change `ui.busy`. */
const newestBusy = memoOn((_: Session): { flow: object | null } => ({ flow: null }))

/**
 * Creates a LatestFlow for flows that set `ui.busy`. When the flow that was started last ends, `ui.busy` becomes null.
 * The service worker doesn't download files during a run.
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

/**
 * Holds the pixels of a snapshot in memory until the returned function is called. Used while the snapshot is painted.
 */
export const holdPixels = (session: Session, doc: DocumentSnapshot) =>
  stopAll([holdMatte(doc, session.assets), session.hold(doc)])

/** Logs an error that nobody expected, clears the message over the canvas, and shows a toast (spec §8). */
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

/** Sets the status message over the canvas. The timeout of an old message never clears a newer message. */
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
    /** Shows a small version of the photo alongside the current message. `url`: URL of the image. */
    preview(url: string) {
      if (ui.status) ui.status.preview = url
    },
    /** Shows a message that disappears after `ms`. */
    done: (text: string, ms: number) => show({ text, tone: 'done', progress: null }, ms),
    /** Shows an error that disappears after `ms`. With null, the error stays until the next message. */
    failed: (text: string, ms: number | null = FAILED_MS) => show({ text, tone: 'failed', progress: null }, ms),
    /**
     * Shows that the running work is being canceled. Returns a function that clears the message if it is still shown.
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

/** Share of a network task's progress bar that loading the network takes. */
const LOADING_SHARE = 0.3

/** Returns the progress of a computation with networks, 0..1. */
export const doneOf = (progress: SegmentProgress): number =>
  progress.stage === 'loading'
    ? (LOADING_SHARE * progress.loadedBytes) / Math.max(1, progress.totalBytes)
    : progress.fraction

/**
 * Returns a listener of a network's progress. While the status has the message `text`, the listener shows the finished
 * fraction, which never decreases. `share`: the fraction when the network has finished.
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
 * the message is about.
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
  if (shown.as === 'alert') void session.notices.alert(t(text), detail) // the flow continues while the alert is open
  if (shown.as === 'toast')
    session.notices.toast({
      title: t(text),
      ...(description && { description: t(description) }),
      ...(detail && { detail, endsOn: session.replaced.subscribe }),
      isDestructive: true,
    })
  if (shown.as === 'status') announcer.failed(shown.text)
}

/** Returns a function that logs an error and returns the message to show. */
export const logAndShow =
  <S>(shown: S) =>
  (error: unknown): S => {
    console.error(error)
    return shown
  }
