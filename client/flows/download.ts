/** Download: entitlement, render, spend, hand over (decisions, Export). One at a time; a failed render costs nothing. */
import type { Result } from '../base/result.ts'
import type { Painter } from '../compositor/painter.ts'
import type { DocumentSnapshot } from '../document/document.ts'
import type { ExportError, ExportOptions } from '../exporter/exporter.ts'
import { exportName } from '../exporter/name.ts'
import { holdMatte } from '../layers/photo/mend/mended.ts'
import { type Session, snapshotOf } from '../session/session.ts'
import { DOWNLOAD_ERRORS, type DownloadError, READY_MS, STATUS } from './messages.ts'
import { showOutcome } from './outcome.ts'
import type { Announcer } from './status.ts'

export interface DownloadDeps {
  session: Session
  announcer: Announcer
  brand: string
  now(): number
  createPainter(doc: DocumentSnapshot): Painter
  exportPng(doc: DocumentSnapshot, painter: Painter, options: ExportOptions): Promise<Result<Blob, ExportError>>
  /** False when the plan allows no download; whoever answers so also shows the way to upgrade. */
  mayDownload(): Promise<boolean>
  /**
   * Takes one credit, then hands the file over. However often it is tried, one file costs one credit. False = refused
   * or failed: nothing was handed over.
   */
  spend(handOver: () => void): Promise<boolean>
  /** The file reaches the user. */
  save(blob: Blob, name: string): void
  /** A finished picture, for trial accounts. Never holds the user up. */
  onExported(blob: Blob, name: string): void
}

export interface Downloader {
  download(): Promise<void>
  cancel(): void
}

export function createDownloader(deps: DownloadDeps): Downloader {
  const { session, announcer } = deps
  let current: AbortController | null = null

  async function download() {
    if (session.ui.isDownloading || !session.doc.photo) return
    session.ui.isDownloading = true
    try {
      if (!(await deps.mayDownload())) return
      // The picture, its name and what counts as saved are of one moment, whatever is uploaded or changed meanwhile.
      const doc = snapshotOf(session)
      const version = session.history.state.version
      if (!doc.photo) return
      announcer.busy(STATUS.preparing, 0)
      current = new AbortController()
      const { signal } = current
      const result = await render(deps, doc, signal)
      if (!result.ok) return showOutcome(deps, DOWNLOAD_ERRORS[result.error])
      announcer.busy(STATUS.preparing) // from here on it is no longer to be cancelled
      const name = exportName(doc.photo.name, deps.brand, deps.now())
      if (!(await deps.spend(() => deps.save(result.value, name))))
        return showOutcome(deps, DOWNLOAD_ERRORS['spend-failed'])
      session.ui.savedVersion = version
      announcer.done(STATUS.downloaded, READY_MS)
      deps.onExported(result.value, name)
    } finally {
      current = null
      session.ui.isDownloading = false
    }
  }

  return { download, cancel: () => current?.abort() }
}

async function render(
  deps: DownloadDeps,
  doc: DocumentSnapshot,
  signal: AbortSignal,
): Promise<Result<Blob, DownloadError>> {
  const letGo = deps.session.hold(doc)
  const letMatteGo = holdMatte(doc, deps.session.assets)
  let painter: Painter | null = null
  try {
    painter = deps.createPainter(doc)
    return await deps.exportPng(doc, painter, {
      signal,
      onProgress: (fraction) => deps.announcer.busy(STATUS.preparing, fraction),
    })
  } catch (error) {
    // The GPU or the encoder gave up: the work is intact, and the user is told so by the message.
    console.error(error)
    return { ok: false, error: 'encode-failed' }
  } finally {
    painter?.destroy()
    letMatteGo()
    letGo()
  }
}
