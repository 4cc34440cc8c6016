/** The ways out beside Download: a file as the settings say, the clipboard, the share sheet. Each costs what a download costs. */
import { err, type Result } from '../../kit/base/result.ts'
import type { ExportError } from '../../media/exporter/exportError.ts'
import type { CreatePainter, Estimate } from '../../media/exporter/exportPicture.ts'
import { estimatePicture, exportPicture } from '../../media/exporter/exportPicture.ts'
import type { ExportSettings } from '../../media/exporter/exportSettings.ts'
import { clipboardFormat, formatOf } from '../../media/exporter/formats/registry.ts'
import { type Session, snapshotOf } from '../../model/session/session.ts'
import { holdMatte } from '../../render/matting/mask-edits/editedMattes.ts'
import type { Downloader, Order } from './download.ts'
import { EXPORT } from './messages.ts'
import { reported } from './outcome.ts'
import { type Outlets, plainWay, shareSheet } from './ways.ts'

export interface ExportDeps {
  session: Session
  downloader: Pick<Downloader, 'deliver'>
  createPainter: CreatePainter
  outlets: Outlets
}

export interface Exports {
  readonly outlets: Outlets
  save(settings: ExportSettings): Promise<boolean>
  /** Always in the format that clipboards take. */
  copy(settings: ExportSettings): Promise<boolean>
  share(settings: ExportSettings): Promise<boolean>
  /** Of the document as it is now. */
  estimate(settings: ExportSettings, signal: AbortSignal): Promise<Result<Estimate, ExportError>>
}

export function createExports({ session, downloader, createPainter, outlets }: ExportDeps): Exports {
  const rendering = (settings: ExportSettings): Pick<Order, 'format' | 'render'> => ({
    format: formatOf(settings.format),
    render: (doc, options) => exportPicture(doc, settings, createPainter, options),
  })

  return {
    outlets,
    save: (settings) => downloader.deliver({ ...rendering(settings), ...plainWay(outlets, session) }),

    async copy(settings) {
      if (!outlets.copy) return false
      let give: (png: Blob) => void = () => {}
      let giveUp: () => void = () => {}
      const picture = new Promise<Blob>((resolve, reject) => {
        give = resolve
        giveUp = reject
      })
      const written = outlets.copy(picture)
      written.catch(() => {}) // told by whoever hands the picture over
      try {
        return await downloader.deliver({
          ...rendering({ ...settings, format: clipboardFormat.id }),
          handOver: (png) => {
            give(png)
            return written
          },
          failureOf: reported(EXPORT.notCopied),
          done: EXPORT.copied,
        })
      } finally {
        giveUp() // nothing, once the picture has been given
      }
    },

    async share(settings) {
      const way = shareSheet(outlets, session)
      return way !== null && downloader.deliver({ ...rendering(settings), ...way })
    },

    async estimate(settings, signal) {
      const doc = snapshotOf(session)
      const letGo = session.hold(doc)
      const letMatteGo = holdMatte(doc, session.assets)
      try {
        return await estimatePicture(doc, settings, createPainter, { signal })
      } catch (error) {
        if (!signal.aborted) console.error(error)
        return err(signal.aborted ? 'aborted' : 'encode-failed')
      } finally {
        letMatteGo()
        letGo()
      }
    },
  }
}
