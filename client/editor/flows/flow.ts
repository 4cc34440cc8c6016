/**
 * Shared parts of all flows. A newer run of a flow aborts the older run. Messages appear over the canvas, in toasts and
 * in alerts.
 */

import { ref } from 'valtio/vanilla'
import { stopAll } from '#client/kit/async/listeners.ts'
import { createLatestTask } from '#client/kit/async/scheduling.ts'
import { holdDownloads } from '#client/kit/browser/network.ts'
import { formatNumber } from '#client/kit/i18n/format.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { memoOn } from '#client/kit/values/identity.ts'
import type { SegmentProgress } from '#client/media/segmenter/segmentationTypes.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import type { Session } from '#client/model/session/session.ts'
import type { PendingStep, Status } from '#client/model/session/ui/ui.ts'
import { holdMatte } from '#client/render/matting/mask-edits/editedMattes.ts'
import { type FlowMessage, READY_MS, UNEXPECTED } from './messages.ts'

/** Runs one task at a time (see `createLatestFlow`). */
export type LatestFlow = ReturnType<typeof createLatestFlow>

/**
 * Creates a LatestFlow, which runs one asynchronous task at a time. A newer task aborts the older task. Each task gets
 * a message, which ends with the task. `onIdle` is called when the newest task has ended after success, an error or
 * `cancel`. After an error, a toast is shown. After `cancel`, no toast is shown.
 */
export function createLatestFlow(
  { session, announcer }: { session: Session; announcer: Announcer },
  onIdle?: () => void,
) {
  const latest = createLatestTask(onIdle)
  return {
    /**
     * Aborts the running task and starts this task. Resolves with its result, or with undefined after an error. Never
     * rejects. Errors are logged and shown in a toast.
     */
    run: <T>(flow: (signal: AbortSignal, message: TaskMessage) => Promise<T>): Promise<T | undefined> =>
      latest.run(async (signal) => {
        const message = announcer.begin(signal)
        try {
          return await flow(signal, message)
        } catch (error) {
          if (!signal.aborted) showUnexpected(session, error)
          return undefined
        } finally {
          message.end()
        }
      }),
    cancel: latest.cancel,
  }
}

/**
 * The busy flows of a session. `running`: the flows that run and weren't canceled. `cancels`: the functions that the
 * Cancel button calls.
 */
const busyFlows = memoOn((_: Session) => ({ running: new Set<object>(), cancels: new Set<() => void>() }))

/** Aborts the running flows that the user can cancel. Called when the user clicks Cancel. */
export function cancelBusy(session: Session): void {
  for (const cancel of busyFlows(session).cancels) cancel()
}

/** Lets `cancelBusy` call `cancel` until `running` settles. Returns `running`. */
export function cancelable<T>(session: Session, running: Promise<T>, cancel: () => void): Promise<T> {
  const { cancels } = busyFlows(session)
  const once = () => cancel() // another function for each run, because a newer run may start before the older run ends
  cancels.add(once)
  return running.finally(() => cancels.delete(once))
}

/**
 * Creates a LatestFlow for flows that set `ui.busy`. When the flow ends and no other such flow is running, `ui.busy`
 * becomes null. During a run, the service worker doesn't download files. `onCancel` is called after `cancelBusy` has
 * aborted the flow.
 */
export function createBusyFlow(deps: Parameters<typeof createLatestFlow>[0], onCancel?: () => void): LatestFlow {
  const { running } = busyFlows(deps.session)
  const flow = createLatestFlow(deps, () => {
    running.delete(flow)
    if (running.size === 0) deps.session.ui.busy = null
  })
  const cancel = () => {
    running.delete(flow) // another flow that ends must not wait until the aborted task settles
    flow.cancel()
  }
  return {
    run(task) {
      running.add(flow)
      const run = flow.run(task)
      holdDownloads(run)
      return cancelable(deps.session, run, () => {
        cancel()
        onCancel?.()
      })
    },
    cancel,
  }
}

/** A computation that Undo can cancel. */
export type HeldStep = ReturnType<typeof holdPendingStep>

/** Lets Undo cancel a computation whose result will be an undo step. Undo then calls `cancel` (see `stepToCancel`). */
export function holdPendingStep({ history, ui }: Session, cancel: () => void) {
  const own = ref<PendingStep>({ mark: history.mark, cancel })
  ui.pendingSteps = [...ui.pendingSteps, own]
  return {
    /** Adds the result as an undo step. Undo can still cancel the rest of this computation, and newer computations. */
    add(label: string, edit: () => void): void {
      const { mark } = history
      history.transact(label, edit)
      const rest = ui.pendingSteps.slice(ui.pendingSteps.indexOf(own))
      for (const step of rest) if (step.mark >= mark) step.mark = history.mark
    },
    /** After this call, Undo no longer calls `cancel`. */
    end(): void {
      ui.pendingSteps = ui.pendingSteps.filter((other) => other !== own)
    },
  }
}

/** Holds a snapshot's pixels in memory while it is painted. Returns a function that releases them. */
export const holdPixels = (session: Session, doc: DocumentSnapshot) =>
  stopAll([holdMatte(doc, session.assets), session.hold(doc)])

/** Logs an unexpected error and shows a toast (spec §8). */
export function showUnexpected({ notices }: Session, error: unknown) {
  console.error(error)
  notices.toast({
    title: t(UNEXPECTED.title),
    description: error instanceof Error && error.message ? error.message : t(UNEXPECTED.description),
    isDestructive: true,
  })
}

/** Default duration of an error message, ms. */
const FAILED_MS = 8000

/**
 * Shows messages over the canvas. The newest message is visible. When it ends, the previous message of a task that is
 * still running becomes visible again. A new message removes the results of earlier tasks.
 */
export type Announcer = ReturnType<typeof createAnnouncer>

/** The message of a running task. After its end, it can't be shown again. */
export type TaskMessage = ReturnType<Announcer['begin']>

export function createAnnouncer({ ui }: Session) {
  /** The messages by their owners, the newest last. */
  const messages = new Map<object, Status>()
  const showNewest = () => {
    ui.status = [...messages.values()].at(-1) ?? null
  }
  const show = (owner: object, status: Status) => {
    const results = messages.has(owner) ? [] : [...messages].filter(([, { tone }]) => tone !== 'busy')
    for (const [other] of results) messages.delete(other)
    messages.set(owner, status)
    showNewest()
  }
  const remove = (owner: object) => {
    if (messages.delete(owner)) showNewest()
  }
  const showResult = (text: string, tone: 'done' | 'failed', ms: number | null) => {
    const owner = {}
    show(owner, { text, tone, progress: null })
    if (ms !== null) setTimeout(remove, ms, owner)
  }
  return {
    /** Creates a task's message, which is shown after the first call of `busy`. It ends when the signal aborts. */
    begin(signal?: AbortSignal) {
      const owner = {}
      let isEnded = signal?.aborted ?? false
      const end = () => {
        isEnded = true
        remove(owner)
      }
      signal?.addEventListener('abort', end)
      return {
        busy(text: string, progress: number | null = null, detail?: string) {
          if (!isEnded) show(owner, { text, tone: 'busy', progress, ...(detail === undefined ? {} : { detail }) })
        },
        /** Hides the message until the next call of `busy`. */
        hide: () => remove(owner),
        /** Shows a thumbnail of the photo next to the current message. `url`: URL of the image. */
        preview(url: string) {
          const status = messages.get(owner)
          if (status) show(owner, { ...status, preview: url })
        },
        /** Returns true if no newer message hides this message. */
        isShown: () => [...messages.keys()].at(-1) === owner,
        end,
      }
    },
    /** Increases the progress of the running task with the message `text`. */
    advance(text: string, progress: number) {
      for (const [owner, status] of messages)
        if (status.text === text && progress > (status.progress ?? 0)) show(owner, { ...status, progress })
    },
    /** Shows a message that disappears after `ms`. */
    done: (text: string, ms = READY_MS) => showResult(text, 'done', ms),
    /** Shows an error for `ms`. If `ms` is null, the error is shown until the next message. */
    failed: (text: string, ms: number | null = FAILED_MS) => showResult(text, 'failed', ms),
    /** Shows that the running task is being canceled. Returns a function that removes this message. */
    canceling(text: string) {
      const owner = {}
      show(owner, { text, tone: 'busy', progress: null, isCanceling: true })
      return () => remove(owner)
    },
  }
}

/**
 * Shows the message `busy` until the canvas has painted the document. Then shows the text `done`, unless a newer
 * message is visible, and resolves. @throws the errors of `afterPaint`
 */
export function announceAfterPaint(
  { announcer, afterPaint }: { announcer: Announcer; afterPaint(then: () => void): void },
  { busy, done }: { busy: Parameters<TaskMessage['busy']>; done: string },
): Promise<void> {
  const message = announcer.begin()
  message.busy(...busy)
  const { promise: painted, resolve } = Promise.withResolvers<void>()
  try {
    afterPaint(() => {
      if (message.isShown()) announcer.done(done)
      message.end()
      resolve()
    })
  } catch (error) {
    message.end()
    throw error
  }
  return painted
}

/** Loading a network fills this fraction of the progress bar of a task. */
const LOADING_SHARE = 0.3

/** Returns the progress (0..1) of a computation with networks. */
export const doneOf = (progress: SegmentProgress): number =>
  progress.stage === 'loading'
    ? (LOADING_SHARE * progress.loadedBytes) / Math.max(1, progress.totalBytes)
    : progress.fraction

/** Returns the current step of finding the subject, translated. */
export const detailOf = (progress: SegmentProgress): string =>
  progress.stage === 'loading' && progress.loadedBytes < progress.totalBytes
    ? t('Loading the AI model: {loaded} of {total} MB', {
        loaded: megabytes(progress.loadedBytes),
        total: megabytes(progress.totalBytes),
      })
    : t('Finding the subject')

const megabytes = (bytes: number) => formatNumber(bytes / 1e6, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/**
 * Returns a listener that shows a network's progress in the task's message `text`. `share`: the progress when the
 * network is done.
 */
export const networkProgress =
  (announcer: Announcer, text: string, share = 1) =>
  (progress: SegmentProgress): void =>
    announcer.advance(text, share * doneOf(progress))

/** Shows a flow's message as an alert, a toast or the status. `name`: name of the file that the message is about. */
export function showMessage(
  { session, announcer }: { session: Session; announcer: Announcer },
  shown: FlowMessage,
  name = '',
): void {
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

/** Returns a function that logs an error and returns `shown`, which is the message for the user. */
export const logAndShow =
  <S>(shown: S) =>
  (error: unknown): S => {
    console.error(error)
    return shown
  }
