/**
 * The steps of every export: entitlement check, render, spend one credit, deliver (decisions, Export). One export at a
 * time; a failed render costs nothing.
 */
import type { Result } from '../../kit/base/result.ts'
import type { ExportError, ExportOptions } from '../../media/exporter/exportError.ts'
import { exportFileName } from '../../media/exporter/exportFileName.ts'
import type { ExportFormat } from '../../media/exporter/formats/format.ts'
import { plainFormat, trialImageFormat } from '../../media/exporter/formats/registry.ts'
import type { DocumentSnapshot } from '../../model/document/document.ts'
import { type Session, snapshotOf } from '../../model/session/session.ts'
import type { Painter } from '../../render/compositor/painter.ts'
import { holdMatte } from '../../render/matting/mask-edits/editedMattes.ts'
import { DOWNLOAD_ERRORS, type DownloadError, type FlowMessage, READY_MS, STATUS } from './messages.ts'
import { showMessage } from './showMessage.ts'
import type { Announcer } from './status.ts'

export interface DownloadDeps {
  session: Session
  announcer: Announcer
  brand: string
  now(): number
  /** Waits until the renderer has started. */
  createPainter(doc: DocumentSnapshot): Promise<Painter>
  exportPng(doc: DocumentSnapshot, painter: Painter, options: ExportOptions): Promise<Result<Blob, ExportError>>
  /** False where this browser returns other pixels than were painted (fingerprinting protection). */
  readsExactly(format: ExportFormat): Promise<boolean>
  /** False when the plan allows no download; it has then opened the upgrade dialog. */
  mayDownload(): Promise<boolean>
  /**
   * Spends one credit, then calls `handOver`. Retries of the same file cost nothing. False = refused or failed, and
   * `handOver` was not called. Rejects when `handOver` does; the next try is free then.
   */
  spend(handOver: () => void | Promise<void>): Promise<boolean>
  /** How the Download button delivers the file. */
  delivery: Delivery
  /** Called with a finished PNG; uploads it for trial accounts. Must return at once. */
  onExported(blob: Blob, name: string): void
}

/** One export: what is rendered, and how the file is delivered. */
export interface ExportJob extends Delivery {
  format: ExportFormat
  render(doc: DocumentSnapshot, options: ExportOptions): Promise<Result<Blob, ExportError>>
}

/** How a file reaches the user: as a download, by the clipboard, by the share sheet. */
export interface Delivery {
  /** Called before a credit is spent; false = the user has cancelled. */
  isWanted?(): Promise<boolean>
  /** Delivers the file. When it rejects, `failureOf` says what is shown, and the credit is not lost. */
  handOver(file: Blob, name: string): void | Promise<void>
  failureOf?(error: unknown): FlowMessage
  /** The message after a success. */
  done: string
}

export interface Downloader {
  download(): Promise<void>
  /** Resolves with true when the file was delivered. Never runs beside another export. */
  deliver(job: ExportJob): Promise<boolean>
  cancel(): void
}

export function createDownloader(deps: DownloadDeps): Downloader {
  const { session, announcer } = deps
  let current: AbortController | null = null

  async function deliver(job: ExportJob): Promise<boolean> {
    if (session.ui.isDownloading || !session.doc.photo) return false
    session.ui.isDownloading = true
    const fail = (shown: FlowMessage) => {
      showMessage(deps, shown)
      return false
    }
    current = new AbortController()
    const { signal } = current
    try {
      if (!(await deps.readsExactly(job.format))) return fail(DOWNLOAD_ERRORS['altered-pixels'])
      if (!(await deps.mayDownload()) || signal.aborted) return false
      // The picture, its name and the saved version belong to one snapshot, whatever the user changes meanwhile.
      const doc = snapshotOf(session)
      const version = session.history.state.version
      if (!doc.photo) return false
      announcer.busy(STATUS.preparing, 0)
      const result = await render(deps, job, doc, signal)
      if (!result.ok) return fail(DOWNLOAD_ERRORS[result.error])
      announcer.busy(STATUS.preparing) // from here on it is no longer to be cancelled
      if (job.isWanted && !(await job.isWanted())) return fail({ as: 'nothing' })
      const name = exportFileName(doc.photo.name, deps.brand, deps.now(), job.format.extension)
      if (!(await deps.spend(() => job.handOver(result.value, name)))) return fail(DOWNLOAD_ERRORS['spend-failed'])
      session.ui.savedVersion = version
      announcer.done(job.done, READY_MS)
      if (job.format === trialImageFormat) deps.onExported(result.value, name)
      return true
    } catch (error) {
      if (!job.failureOf) throw error
      return fail(job.failureOf(error))
    } finally {
      current = null
      session.ui.isDownloading = false
    }
  }

  async function download() {
    await deliver({
      format: plainFormat,
      render: (doc, options) => exportPlainly(deps, doc, options),
      ...deps.delivery,
    })
  }

  return { download, deliver, cancel: () => current?.abort() }
}

async function exportPlainly(deps: DownloadDeps, doc: DocumentSnapshot, options: ExportOptions) {
  const painter = await deps.createPainter(doc)
  try {
    return await deps.exportPng(doc, painter, options)
  } finally {
    painter.destroy()
  }
}

/**
 * Resolves at once with 'aborted' after an abort. Strips that are being painted, two at most, go on in the background; the
 * photo's pixels stay allocated until they are done.
 */
async function render(
  { session, announcer }: DownloadDeps,
  job: ExportJob,
  doc: DocumentSnapshot,
  signal: AbortSignal,
): Promise<Result<Blob, DownloadError>> {
  const releaseAssets = session.hold(doc)
  const releaseMatte = holdMatte(doc, session.assets)
  const options: ExportOptions = {
    signal,
    onProgress: (fraction) => {
      if (!signal.aborted) announcer.busy(STATUS.preparing, fraction)
    },
  }
  const rendered = tryRender(job, doc, options).finally(() => {
    releaseMatte()
    releaseAssets()
  })
  return Promise.race([rendered, whenAborted(signal)])
}

async function tryRender(
  job: ExportJob,
  doc: DocumentSnapshot,
  options: ExportOptions,
): Promise<Result<Blob, DownloadError>> {
  try {
    return await job.render(doc, options)
  } catch (error) {
    // Leaving the editor destroys the renderer while a strip is painted: not an error.
    if (options.signal.aborted) return { ok: false, error: 'aborted' }
    // The GPU or the encoder failed: the document is intact, and a message is shown.
    console.error(error)
    return { ok: false, error: 'encode-failed' }
  }
}

const whenAborted = (signal: AbortSignal) =>
  new Promise<Result<never, 'aborted'>>((resolve) => {
    signal.addEventListener('abort', () => resolve({ ok: false, error: 'aborted' }), { once: true })
  })
