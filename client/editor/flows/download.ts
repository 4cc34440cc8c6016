/**
 * How a picture leaves the editor: entitlement, render, spend, hand over (decisions, Export). One at a time; a failed
 * render costs nothing.
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
import { DOWNLOAD_ERRORS, type DownloadError, READY_MS, type Shown, STATUS } from './messages.ts'
import { showOutcome } from './outcome.ts'
import type { Announcer } from './status.ts'

export interface DownloadDeps {
  session: Session
  announcer: Announcer
  brand: string
  now(): number
  /** It comes once the graphics have started. */
  createPainter(doc: DocumentSnapshot): Promise<Painter>
  exportPng(doc: DocumentSnapshot, painter: Painter, options: ExportOptions): Promise<Result<Blob, ExportError>>
  /** False where this browser would hand back other pixels than were painted. */
  readsExactly(format: ExportFormat): Promise<boolean>
  /** False when the plan allows no download; whoever answers so also shows the way to upgrade. */
  mayDownload(): Promise<boolean>
  /**
   * Takes one credit, then hands the file over. However often it is tried, one file costs one credit. False = refused
   * or failed: nothing was handed over. Rejects when `handOver` does; the next try is free then.
   */
  spend(handOver: () => void | Promise<void>): Promise<boolean>
  /** How a plain download reaches the user. */
  way: Way
  /** A finished picture, for trial accounts. Never holds the user up. */
  onExported(blob: Blob, name: string): void
}

/** What is made of the document, and how it reaches the user. */
export interface Order extends Way {
  format: ExportFormat
  render(doc: DocumentSnapshot, options: ExportOptions): Promise<Result<Blob, ExportError>>
}

/** How a file reaches the user. */
export interface Way {
  /** Asked before anything is spent; false = the user has changed their mind. */
  isWanted?(): Promise<boolean>
  /** May reject: what it threw is told as `failureOf` says, and nothing is lost. */
  handOver(file: Blob, name: string): void | Promise<void>
  failureOf?(error: unknown): Shown
  /** What is said in the end. */
  done: string
}

export interface Downloader {
  download(): Promise<void>
  /** True when the picture has reached the user. */
  deliver(order: Order): Promise<boolean>
  cancel(): void
}

export function createDownloader(deps: DownloadDeps): Downloader {
  const { session, announcer } = deps
  let current: AbortController | null = null

  async function deliver(order: Order): Promise<boolean> {
    if (session.ui.isDownloading || !session.doc.photo) return false
    session.ui.isDownloading = true
    const fail = (shown: Shown) => {
      showOutcome(deps, shown)
      return false
    }
    current = new AbortController()
    const { signal } = current
    try {
      if (!(await deps.readsExactly(order.format))) return fail(DOWNLOAD_ERRORS['altered-pixels'])
      if (!(await deps.mayDownload()) || signal.aborted) return false
      // The picture, its name and what counts as saved are of one moment, whatever is uploaded or changed meanwhile.
      const doc = snapshotOf(session)
      const version = session.history.state.version
      if (!doc.photo) return false
      announcer.busy(STATUS.preparing, 0)
      const result = await render(deps, order, doc, signal)
      if (!result.ok) return fail(DOWNLOAD_ERRORS[result.error])
      announcer.busy(STATUS.preparing) // from here on it is no longer to be cancelled
      if (order.isWanted && !(await order.isWanted())) return fail({ as: 'nothing' })
      const name = exportFileName(doc.photo.name, deps.brand, deps.now(), order.format.extension)
      if (!(await deps.spend(() => order.handOver(result.value, name)))) return fail(DOWNLOAD_ERRORS['spend-failed'])
      session.ui.savedVersion = version
      announcer.done(order.done, READY_MS)
      if (order.format === trialImageFormat) deps.onExported(result.value, name)
      return true
    } catch (error) {
      if (!order.failureOf) throw error
      return fail(order.failureOf(error))
    } finally {
      current = null
      session.ui.isDownloading = false
    }
  }

  async function download() {
    await deliver({
      format: plainFormat,
      render: (doc, options) => exportPlainly(deps, doc, options),
      ...deps.way,
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
 * Answers an abort at once. The painting that is under way goes on in the background, at most two strips, and keeps the
 * photo until it has ended.
 */
async function render(
  { session, announcer }: DownloadDeps,
  order: Order,
  doc: DocumentSnapshot,
  signal: AbortSignal,
): Promise<Result<Blob, DownloadError>> {
  const letGo = session.hold(doc)
  const letMatteGo = holdMatte(doc, session.assets)
  const options: ExportOptions = {
    signal,
    onProgress: (fraction) => {
      if (!signal.aborted) announcer.busy(STATUS.preparing, fraction)
    },
  }
  const rendered = renderedOrError(order, doc, options).finally(() => {
    letMatteGo()
    letGo()
  })
  return Promise.race([rendered, whenAborted(signal)])
}

async function renderedOrError(
  order: Order,
  doc: DocumentSnapshot,
  options: ExportOptions,
): Promise<Result<Blob, DownloadError>> {
  try {
    return await order.render(doc, options)
  } catch (error) {
    // Whoever leaves the editor takes its GPU along, in the middle of whatever is painted.
    if (options.signal.aborted) return { ok: false, error: 'aborted' }
    // The GPU or the encoder gave up: the work is intact, and the user is told so by the message.
    console.error(error)
    return { ok: false, error: 'encode-failed' }
  }
}

const whenAborted = (signal: AbortSignal) =>
  new Promise<Result<never, 'aborted'>>((resolve) => {
    signal.addEventListener('abort', () => resolve({ ok: false, error: 'aborted' }), { once: true })
  })
