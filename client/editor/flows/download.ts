import { untilAborted } from '#client/kit/async/scheduling.ts'
import { isOnline } from '#client/kit/browser/network.ts'
import { BRAND_NAME } from '#client/kit/browser/page.ts'
import type { Result } from '#client/kit/values/result.ts'
import { exportFileName } from '#client/media/exporter/exportFileName.ts'
import type { ExportError, ExportFormat, ExportOptions } from '#client/media/exporter/formats/format.ts'
import { trialImageFormat } from '#client/media/exporter/formats/registry.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import type { EditorAccount } from './editorAccount.ts'
import { type Announcer, createLatestFlow, holdPixels, showMessage, type TaskMessage } from './flow.ts'
import { DOWNLOAD_ERRORS, type DownloadError, type FlowMessage, STATUS } from './messages.ts'

/**
 * Dependencies of exports. Every export has these steps: check the plan, render, spend one credit, deliver the file.
 */
export interface DownloadDeps extends Pick<EditorAccount, 'requestDownload' | 'spend' | 'onExported'> {
  session: Session
  announcer: Announcer
  now(): number
  /**
   * Resolves when everything that the file shows is complete, for example when nothing is being erased any more. Returns
   * null if it is already complete.
   */
  whenDone(needsSubject: boolean): Promise<unknown> | null
  /** Resolves with false if the browser alters canvas pixels to prevent fingerprinting. */
  readsExactly(format: Pick<ExportFormat, 'needs'>): Promise<boolean>
}

/** An export, with the functions that render and deliver its file. */
export interface ExportJob extends Delivery {
  format: Pick<ExportFormat, 'extension' | 'needs'>
  render(doc: DocumentSnapshot, options: ExportOptions): Promise<Result<Blob, ExportError>>
  /** True if the file contains the subject's edge even where the image doesn't show it. */
  needsSubject?: boolean
}

/** How a file is delivered: as a download, to the clipboard or to the share sheet. */
export interface Delivery {
  /** Called before a credit is spent. Resolves with false if the user has canceled. */
  isWanted?(): Promise<boolean>
  /** Delivers the file. If it rejects, `failureOf` returns the message and the next attempt is free. */
  handOver(file: Blob, name: string): void | Promise<void>
  failureOf?(error: unknown): FlowMessage
  /** The success message. English; translated when shown. */
  done: string
}

/** Runs exports, one at a time. If rendering fails, no credit is spent. */
export interface Downloader {
  /**
   * Runs an export. Resolves with true if the file was delivered. Resolves with false after an error or cancellation,
   * while another export is running, if there is no photo, and if another document replaces the document before the
   * rendering. Never rejects. A message reports errors.
   */
  deliver(job: ExportJob): Promise<boolean>
  cancel(): void
}

export function createDownloader(deps: DownloadDeps): Downloader {
  const { session, announcer } = deps
  const running = createLatestFlow(deps, () => {
    session.ui.isDownloading = false
  })

  async function deliver(job: ExportJob): Promise<boolean> {
    if (session.ui.isDownloading || !session.doc.photo) return false
    session.ui.isDownloading = true
    return (await running.run((signal, message) => exportAndDeliver(job, signal, message))) ?? false
  }

  async function exportAndDeliver(job: ExportJob, signal: AbortSignal, message: TaskMessage): Promise<boolean> {
    const fail = (shown: FlowMessage) => {
      showMessage(deps, shown)
      return false
    }
    // the download belongs to the document that was open at the click
    const stopWatching = session.replaced.subscribe(running.cancel)
    try {
      const pending = deps.whenDone(job.needsSubject === true) // this task shows its own message
      if (pending) await untilAborted(pending, signal)
      if (signal.aborted) return false
      // shown during the check, which waits until the GPU has painted the earlier frames
      message.busy(STATUS.preparing, 0)
      const refused = await untilAborted(findRefusal(deps, job, signal), signal)
      if (refused !== null) return fail('as' in refused ? refused : NOTHING)
      // one snapshot provides the image, its name and the saved version, because the user may edit the document during
      // the export
      const doc = snapshotOf(session)
      const version = session.history.state.version
      if (!doc.photo || signal.aborted) return fail(NOTHING)
      stopWatching()
      const { rendered, stopped } = render(deps, job, doc, signal, message)
      const result = await rendered
      if (signal.aborted) return sayCanceling(announcer, stopped)
      if (!result.ok) return fail(DOWNLOAD_ERRORS[result.error])
      // without progress, which hides the Cancel button: from now on, the export can't be canceled
      message.busy(STATUS.preparing)
      if (job.isWanted && !(await job.isWanted())) return fail(NOTHING)
      const name = exportFileName(doc.photo.name, BRAND_NAME, deps.now(), job.format.extension)
      if (!(await deps.spend(() => job.handOver(result.value, name))))
        return fail(DOWNLOAD_ERRORS[isOnline() ? 'spend-failed' : 'spend-offline'])
      session.ui.downloadedVersion = version
      announcer.done(job.done)
      if (job.format === trialImageFormat) deps.onExported(result.value, name)
      return true
    } catch (error) {
      if (!job.failureOf) throw error
      return fail(job.failureOf(error))
    } finally {
      stopWatching()
    }
  }

  return { deliver, cancel: running.cancel }
}

/** Returns a message if the export must not start, otherwise null. */
async function findRefusal(
  deps: DownloadDeps,
  { format }: ExportJob,
  signal: AbortSignal,
): Promise<FlowMessage | null> {
  if (!(await deps.readsExactly(format))) return DOWNLOAD_ERRORS['altered-pixels']
  return !signal.aborted && (await deps.requestDownload()) ? null : NOTHING
}

const NOTHING: FlowMessage = { as: 'nothing' }

/** Maximum duration of the canceling message, ms. If painting takes longer, it continues without a message. */
const CANCELING_MS = 1000

/** Shows the canceling message until painting has `stopped`. The user can already start another export. */
async function sayCanceling(announcer: Announcer, stopped: Promise<void>): Promise<false> {
  const clear = announcer.canceling(STATUS.preparing)
  const timer = setTimeout(clear, CANCELING_MS)
  void stopped.then(() => {
    clearTimeout(timer)
    clear()
  })
  return false
}

/**
 * Renders the file. After an abort, `rendered` immediately resolves with 'aborted', even though up to two strips are
 * still being painted. Until `stopped` resolves, the photo's pixels are held in memory.
 */
function render(
  { session }: DownloadDeps,
  job: ExportJob,
  doc: DocumentSnapshot,
  signal: AbortSignal,
  message: TaskMessage,
): { rendered: Promise<Result<Blob, DownloadError>>; stopped: Promise<void> } {
  const release = holdPixels(session, doc)
  const options: ExportOptions = {
    signal,
    onProgress: (fraction, detail) => message.busy(STATUS.preparing, fraction, detail),
  }
  const painting = tryRender(job, doc, options).finally(release)
  return { rendered: untilAborted(painting, signal), stopped: painting.then(() => undefined) }
}

async function tryRender(
  job: ExportJob,
  doc: DocumentSnapshot,
  options: ExportOptions,
): Promise<Result<Blob, DownloadError>> {
  try {
    return await job.render(doc, options)
  } catch (error) {
    // If the user leaves the editor, the renderer is destroyed during painting. This isn't an error.
    if (options.signal.aborted) return { ok: false, error: 'aborted' }
    // The GPU or the encoder has failed. The document isn't affected, and a message is shown.
    console.error(error)
    return { ok: false, error: 'encode-failed' }
  }
}
