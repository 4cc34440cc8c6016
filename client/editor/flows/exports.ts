import { saveFile } from '#client/kit/browser/page.ts'
import { tAll } from '#client/kit/i18n/translate.ts'
import { defaults } from '#client/kit/values/fields.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { err, ok, type Result } from '#client/kit/values/result.ts'
import { type Estimate, estimatePicture, exportPicture } from '#client/media/exporter/exportPicture.ts'
import { type ExportSettings, exportFields } from '#client/media/exporter/exportSettings.ts'
import type { ExportError } from '#client/media/exporter/formats/format.ts'
import { clipboardFormat, formatOf, plainFormat } from '#client/media/exporter/formats/registry.ts'
import type { PictureGraphics } from '#client/media/exporter/pictureLayers.ts'
import { photoDataOf } from '#client/media/gainmap/photoData.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import type { Delivery, Downloader, ExportJob } from './download.ts'
import { holdPixels, logAndShow } from './flow.ts'
import { type FlowMessage, STATUS } from './messages.ts'

/** Messages about the clipboard and the share sheet. The specification doesn't define them. */
const EXPORT = {
  copied: 'Copied to clipboard!',
  shared: 'Shared!',
  notCopied: { as: 'toast', text: 'Failed to copy the image. Please try again.' },
  notShared: { as: 'toast', text: 'Failed to share the file. Please try again.' },
} as const

/**
 * Confirmation shown before the share sheet opens, if the browser no longer accepts the last click as a user
 * activation.
 */
const CONFIRM_SHARE = {
  title: 'Your file is ready',
  text: 'Choose where to send the file.',
  confirm: 'Share',
  cancel: 'Cancel',
} as const

export interface ExportDeps {
  session: Session
  downloader: Pick<Downloader, 'deliver'>
  graphics: PictureGraphics
  targets: DeliveryTargets
}

/**
 * Actions of the export dialog: save with settings, copy, share. Each action costs as much as a download. Each resolves
 * with true if the file was delivered.
 */
export interface Exports {
  readonly targets: DeliveryTargets
  /** Saves a file. By default, this is a PNG of the document at its original size, as with the Download button. */
  save(settings?: ExportSettings): Promise<boolean>
  /** Copies a PNG regardless of the format in the settings, because clipboards accept only PNG. */
  copy(settings: ExportSettings): Promise<boolean>
  share(settings: ExportSettings): Promise<boolean>
  /** Returns the last saved file if it shows the open photo and has a gain map, otherwise null. */
  hdrFile(): Blob | null
  /**
   * Computes the size of the file that an export of the current document would have. Fails with 'aborted' or a
   * rendering error.
   */
  estimate(settings: ExportSettings, signal: AbortSignal): Promise<Result<Estimate, ExportError>>
}

export function createExports({ session, downloader, graphics, targets }: ExportDeps): Exports {
  let hdr: { file: Blob; photo: AssetId | undefined } | null = null
  const rendering = (settings: ExportSettings): Pick<ExportJob, 'format' | 'render' | 'needsSubject'> => ({
    format: formatOf(settings.format),
    needsSubject: settings.content === 'subject' || formatOf(settings.format).isLayered === true,
    render: (doc, options) => exportPicture(doc, settings, graphics, options),
  })

  return {
    targets,
    hdrFile: () => (hdr && hdr.photo === session.doc.photo?.asset ? hdr.file : null),

    async save(settings = defaults(exportFields)) {
      const delivery = downloadDelivery(targets, session)
      const photo = session.doc.photo?.asset
      const files: Blob[] = []
      const isDelivered = await downloader.deliver({
        ...rendering(settings),
        ...delivery,
        handOver(file, name) {
          files.push(file)
          return delivery.handOver(file, name)
        },
      })
      const [file] = files
      if (!isDelivered) return false
      hdr = null
      const mayBeHdr = formatOf(settings.format).keepsGainMap === true
      if (file && mayBeHdr && (await photoDataOf(file).catch(logAndShow(null)))?.gainMap) hdr = { file, photo }
      return true
    },

    async copy(settings) {
      const { copy } = targets
      if (!copy) return false
      // an async function, so that the promise rejects if `copy` throws
      const begin = async (png: Promise<Blob>) => copy(png)
      const { promise: picture, resolve: give, reject: giveUp } = Promise.withResolvers<Blob>()
      picture.catch(() => {}) // prevents an unhandled rejection if `copy` has thrown
      const written = begin(picture)
      written.catch(() => {}) // prevents an unhandled rejection; `deliver` shows the error
      try {
        return await downloader.deliver({
          ...rendering({ ...settings, format: clipboardFormat.id }),
          handOver: (png) => {
            give(png)
            return written
          },
          failureOf: logAndShow(EXPORT.notCopied),
          done: EXPORT.copied,
        })
      } finally {
        giveUp() // has no effect if the file was delivered; otherwise rejects the clipboard's promise
      }
    },

    async share(settings) {
      const delivery = shareDelivery(targets, session)
      return delivery !== null && downloader.deliver({ ...rendering(settings), ...delivery })
    },

    async estimate(settings, signal) {
      const doc = snapshotOf(session)
      const release = holdPixels(session, doc)
      try {
        return await estimatePicture(doc, settings, graphics, { signal })
      } catch (error) {
        if (!signal.aborted) console.error(error)
        return err(signal.aborted ? 'aborted' : 'encode-failed')
      } finally {
        release()
      }
    },
  }
}

/** The ways this browser can deliver an exported file. A way that it doesn't support is null. */
export interface DeliveryTargets {
  save(file: Blob, name: string): void
  /** True in in-app browsers (WebViews), which discard downloads without an error. */
  dropsDownloads: boolean
  /**
   * Copies a PNG to the clipboard. Must be called while the browser handles a click; the PNG may be ready later.
   * Rejects if the browser rejects the write.
   */
  copy: ((png: Promise<Blob>) => Promise<void>) | null
  /** Opens the share sheet. Rejects with an AbortError if the user closes the sheet. */
  share: ((file: File) => Promise<void>) | null
  /** Returns true shortly after a click or key press. The share sheet requires this (transient user activation). */
  isPressed(): boolean
}

/**
 * Returns how the Download button delivers files: as a download, or with the share sheet if the browser discards
 * downloads.
 */
export const downloadDelivery = (targets: DeliveryTargets, asker: Asker, done: string = STATUS.downloaded): Delivery =>
  (targets.dropsDownloads && shareDelivery(targets, asker)) || { handOver: targets.save, done }

/** Shows a question to the user, such as a session. */
interface Asker {
  notices: Pick<Session['notices'], 'confirm'>
}

/**
 * Delivers a file that costs no credit, such as a project file, in the same way as the Download button. Resolves with
 * the success message, which is `done` unless the file was shared. Otherwise resolves with the message about the error.
 * If the user declines, this message shows nothing. Rejects if the download fails.
 */
export async function deliverFile(
  targets: DeliveryTargets,
  asker: Asker,
  { file, name, done }: { file: Blob; name: string; done?: string },
): Promise<Result<string, FlowMessage>> {
  const delivery = downloadDelivery(targets, asker, done)
  if (delivery.isWanted && !(await delivery.isWanted())) return err({ as: 'nothing' })
  try {
    await delivery.handOver(file, name)
    return ok(delivery.done)
  } catch (error) {
    if (!delivery.failureOf) throw error
    return err(delivery.failureOf(error))
  }
}

/**
 * Returns a delivery that opens the share sheet, or null if the browser can't share. If the last click is too old, asks
 * for another click. If the user closes the sheet, no error is shown.
 */
export function shareDelivery(
  { share, isPressed }: Pick<DeliveryTargets, 'share' | 'isPressed'>,
  { notices }: Asker,
): Delivery | null {
  if (!share) return null
  return {
    isWanted: async () => isPressed() || (await notices.confirm(tAll(CONFIRM_SHARE))),
    handOver: (file, name) => share(new File([file], name, { type: file.type })),
    failureOf: (error) => (isDismissed(error) ? { as: 'nothing' } : logAndShow(EXPORT.notShared)(error)),
    done: EXPORT.shared,
  }
}

export const isDismissed = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

/** Returns the ways that this browser can deliver an exported file. */
export function browserDeliveryTargets(): DeliveryTargets {
  const canCopy = typeof ClipboardItem !== 'undefined' && navigator.clipboard !== undefined
  return {
    save: saveFile,
    dropsDownloads: dropsDownloads(navigator),
    // the promise is passed before the PNG is ready, because Safari rejects clipboard writes that start after the click
    copy: canCopy ? (png) => navigator.clipboard.write([new ClipboardItem({ [clipboardFormat.mimeType]: png })]) : null,
    share: canShareFiles() ? (file) => navigator.share({ files: [file] }) : null,
    // in browsers without `userActivation`, the user is always asked to click
    isPressed: () => navigator.userActivation?.isActive ?? false,
  }
}

function canShareFiles(): boolean {
  const { extension, mimeType } = plainFormat
  const file = new File([], `picture.${extension}`, { type: mimeType })
  return navigator.canShare?.({ files: [file] }) ?? false
}

/**
 * Returns true if `download` links don't save files on this iPhone or iPad. In in-app browsers, such links do nothing.
 * In home-screen apps, the file replaces the editor. Safari and other full browsers have "Safari/" in their user agent.
 */
export function dropsDownloads({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean {
  // An iPad identifies itself as a Mac, but Macs don't have touch screens.
  const isHandheld = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  return isHandheld && !userAgent.includes('Safari/')
}
