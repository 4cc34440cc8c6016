import { whenAborted } from '#client/kit/async/scheduling.ts'
import { isOnline } from '#client/kit/browser/network.ts'
import { BRAND_NAME } from '#client/kit/browser/page.ts'
import type { Result } from '#client/kit/values/result.ts'
import { exportFileName } from '#client/media/exporter/exportFileName.ts'
import type { ExportError, ExportFormat, ExportOptions } from '#client/media/exporter/formats/format.ts'
import { trialImageFormat } from '#client/media/exporter/formats/registry.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { type Announcer, createLatestFlow, holdPixels, showMessage } from './flow.ts'
import { DOWNLOAD_ERRORS, type DownloadError, type FlowMessage, READY_MS, STATUS } from './messages.ts'

/** Dependencies of exports. The steps of every export are: check the plan, render, spend one credit, deliver. */
export interface DownloadDeps {
  session: Session
  announcer: Announcer
  now(): number
  /** Resolves when the document is complete. Null if it already is complete: for example, nothing is being erased. */
  whenDone(): Promise<unknown> | null
  /** Resolves with false if the browser alters canvas pixels to prevent fingerprinting. */
  readsExactly(format: Pick<ExportFormat, 'needs'>): Promise<boolean>
  /** Resolves with false when the plan doesn't allow a download. The upgrade dialog is then open. */
  requestDownload(): Promise<boolean>
  /**
   * Spends one credit, then calls `handOver`. If the credit is rejected or the request fails, resolves with false
   * without calling `handOver`. On a plan without credits to spend, a failed request doesn't stop the download. If
   * `handOver` rejects, the returned promise rejects. After that, or after a failed request, the next attempt is free,
   * even for another file.
   */
  spend(handOver: () => void | Promise<void>): Promise<boolean>
  /**
   * Called with a finished file in the format of trial images, to upload it for a trial account. Must return
   * immediately.
   */
  onExported(blob: Blob, name: string): void
}

/** One export, with the functions that render and deliver its file. */
export interface ExportJob extends Delivery {
  format: Pick<ExportFormat, 'extension' | 'needs'>
  render(doc: DocumentSnapshot, options: ExportOptions): Promise<Result<Blob, ExportError>>
}

/** The way to deliver a file: download, clipboard or share sheet. */
export interface Delivery {
  /** Called before a credit is spent. Resolves with false when the user has canceled. */
  isWanted?(): Promise<boolean>
  /** Delivers the file. When it rejects, `failureOf` returns the message, and the next attempt is free. */
  handOver(file: Blob, name: string): void | Promise<void>
  failureOf?(error: unknown): FlowMessage
  /** The message after a success; English, translated when shown. */
  done: string
}

/** Runs exports, one at a time. A failed render doesn't spend a credit. */
export interface Downloader {
  /**
   * Runs an export. Resolves with true when the file was delivered. Resolves with false after a failure or
   * cancellation, while another export runs, and without a photo. Never rejects: a message shows each error.
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
    return (await running.run((signal) => exportAndDeliver(job, signal))) ?? false
  }

  async function exportAndDeliver(job: ExportJob, signal: AbortSignal): Promise<boolean> {
    const fail = (shown: FlowMessage) => {
      showMessage(deps, shown)
      return false
    }
    try {
      const pending = deps.whenDone() // until then, the message of an erasure or a template stays
      if (pending) await Promise.race([pending, whenAborted(signal)])
      if (signal.aborted) return false
      // shown during the check, which waits until the GPU has painted earlier frames
      announcer.busy(STATUS.preparing, 0)
      const refused = await Promise.race([findRefusal(deps, job, signal), whenAborted(signal)])
      if (refused !== null) return fail('as' in refused ? refused : NOTHING)
      // one snapshot gives the image, its name and the saved version, because the user may edit during the export
      const doc = snapshotOf(session)
      const version = session.history.state.version
      if (!doc.photo) return fail(NOTHING)
      const { rendered, stopped } = render(deps, job, doc, signal)
      const result = await rendered
      if (signal.aborted) return sayCancelling(announcer, stopped)
      if (!result.ok) return fail(DOWNLOAD_ERRORS[result.error])
      announcer.busy(STATUS.preparing) // without progress, because the user can't cancel from this step on
      if (job.isWanted && !(await job.isWanted())) return fail(NOTHING)
      const name = exportFileName(doc.photo.name, BRAND_NAME, deps.now(), job.format.extension)
      if (!(await deps.spend(() => job.handOver(result.value, name))))
        return fail(DOWNLOAD_ERRORS[isOnline() ? 'spend-failed' : 'spend-offline'])
      session.ui.downloadedVersion = version
      announcer.done(job.done, READY_MS)
      if (job.format === trialImageFormat) deps.onExported(result.value, name)
      return true
    } catch (error) {
      if (!job.failureOf) throw error
      return fail(job.failureOf(error))
    }
  }

  return { deliver, cancel: running.cancel }
}

/** Returns the message about an export that must not begin, or null if the export may begin. */
async function findRefusal(
  deps: DownloadDeps,
  { format }: ExportJob,
  signal: AbortSignal,
): Promise<FlowMessage | null> {
  if (!(await deps.readsExactly(format))) return DOWNLOAD_ERRORS['altered-pixels']
  return !signal.aborted && (await deps.requestDownload()) ? null : NOTHING
}

const NOTHING: FlowMessage = { as: 'nothing' }

/** Maximum duration of the canceling message, ms. Longer painting continues without a message. */
const CANCELLING_MS = 1000

/** Shows a canceling message until painting has `stopped`. The next export may start earlier. */
async function sayCancelling(announcer: Announcer, stopped: Promise<void>): Promise<false> {
  const clear = announcer.cancelling(STATUS.preparing)
  const timer = setTimeout(clear, CANCELLING_MS)
  void stopped.then(() => {
    clearTimeout(timer)
    clear()
  })
  return false
}

/**
 * Renders the file. After an abort, `rendered` resolves immediately with 'aborted', while up to two strips are still
 * being painted. The photo's pixels stay in memory until `stopped` resolves.
 */
function render(
  { session, announcer }: DownloadDeps,
  job: ExportJob,
  doc: DocumentSnapshot,
  signal: AbortSignal,
): { rendered: Promise<Result<Blob, DownloadError>>; stopped: Promise<void> } {
  const release = holdPixels(session, doc)
  const options: ExportOptions = {
    signal,
    onProgress: (fraction, detail) => {
      if (!signal.aborted) announcer.busy(STATUS.preparing, fraction, detail)
    },
  }
  const painting = tryRender(job, doc, options).finally(release)
  return { rendered: Promise.race([painting, whenAborted(signal)]), stopped: painting.then(() => undefined) }
}

async function tryRender(
  job: ExportJob,
  doc: DocumentSnapshot,
  options: ExportOptions,
): Promise<Result<Blob, DownloadError>> {
  try {
    return await job.render(doc, options)
  } catch (error) {
    // If the user leaves the editor, the renderer is destroyed while it paints. That is not an error.
    if (options.signal.aborted) return { ok: false, error: 'aborted' }
    // The GPU or the encoder failed. The document is intact, and a message is shown.
    console.error(error)
    return { ok: false, error: 'encode-failed' }
  }
}
