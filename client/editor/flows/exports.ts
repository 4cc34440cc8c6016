import { saveFile } from '#client/kit/browser/page.ts'
import { tAll } from '#client/kit/i18n/translate.ts'
import { defaults } from '#client/kit/values/fields.ts'
import { err, type Result } from '#client/kit/values/result.ts'
import { type Estimate, estimatePicture, exportPicture } from '#client/media/exporter/exportPicture.ts'
import { type ExportSettings, exportFields } from '#client/media/exporter/exportSettings.ts'
import type { ExportError } from '#client/media/exporter/formats/format.ts'
import { clipboardFormat, formatOf, plainFormat } from '#client/media/exporter/formats/registry.ts'
import type { PictureGraphics } from '#client/media/exporter/pictureLayers.ts'
import { photoDataOf } from '#client/media/gainmap/photoData.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import type { Delivery, Downloader, ExportJob } from './download.ts'
import { holdPixels, logAndShow } from './flow.ts'
import { STATUS } from './messages.ts'

/** Messages for the clipboard and the share sheet. They aren't in the specification. */
const EXPORT = {
  copied: 'Copied to clipboard!',
  shared: 'Shared!',
  notCopied: { as: 'toast', text: 'Failed to copy the image. Please try again.' },
  notShared: { as: 'toast', text: 'Failed to share the image. Please try again.' },
} as const

/** Question before the share sheet if the last click no longer counts as user activation for the browser. */
const CONFIRM_SHARE = {
  title: 'Your image is ready',
  text: 'Choose where to send the image.',
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
 * The actions of the export dialog: save with settings, copy, share. Each action costs as much as a download. Each
 * resolves with true when the file was delivered.
 */
export interface Exports {
  readonly targets: DeliveryTargets
  /** Saves a file. By default as the Download button does: a PNG of the document at its original size. */
  save(settings?: ExportSettings): Promise<boolean>
  /** Copies a PNG even if the settings name another format, because clipboards accept only PNG. */
  copy(settings: ExportSettings): Promise<boolean>
  share(settings: ExportSettings): Promise<boolean>
  /** Returns the last saved file that has a gain map, or null. */
  hdrFile(): Blob | null
  /** Computes the size of the file for the current document. Fails with 'aborted' or a rendering error. */
  estimate(settings: ExportSettings, signal: AbortSignal): Promise<Result<Estimate, ExportError>>
}

export function createExports({ session, downloader, graphics, targets }: ExportDeps): Exports {
  let hdrFile: Blob | null = null
  const rendering = (settings: ExportSettings): Pick<ExportJob, 'format' | 'render'> => ({
    format: formatOf(settings.format),
    render: (doc, options) => exportPicture(doc, settings, graphics, options),
  })

  return {
    targets,
    hdrFile: () => hdrFile,

    async save(settings = defaults(exportFields)) {
      const delivery = downloadDelivery(targets, session)
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
      const mayBeHdr = isDelivered && formatOf(settings.format).keepsGainMap === true
      if (file && mayBeHdr && (await photoDataOf(file).catch(logAndShow(null)))?.gainMap) hdrFile = file
      return isDelivered
    },

    async copy(settings) {
      const { copy } = targets
      if (!copy) return false
      const begin = async (png: Promise<Blob>) => copy(png) // calls `copy` immediately, and rejects where `copy` throws
      const { promise: picture, resolve: give, reject: giveUp } = Promise.withResolvers<Blob>()
      picture.catch(() => {}) // if `copy` threw, nobody else handles the rejection
      const written = begin(picture)
      written.catch(() => {}) // `deliver` shows the error
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
        giveUp() // rejects the clipboard's promise, unless the file was delivered
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

/** The ways that this browser can deliver an exported file. Null for a way that it doesn't support. */
export interface DeliveryTargets {
  save(file: Blob, name: string): void
  /** True in in-app browsers (WebViews), which discard downloads without an error. */
  dropsDownloads: boolean
  /**
   * Copies a PNG to the clipboard. Must be called while a click is handled. The PNG may resolve later. Rejects when the
   * browser rejects.
   */
  copy: ((png: Promise<Blob>) => Promise<void>) | null
  /** Opens the share sheet. Rejects with an AbortError when the user closes the sheet. */
  share: ((file: File) => Promise<void>) | null
  /** Returns true shortly after a click or key press, as the share sheet requires (transient user activation). */
  isPressed(): boolean
}

/** Returns the delivery of the Download button: a download, or the share sheet if the browser discards downloads. */
export const downloadDelivery = (targets: DeliveryTargets, session: Session): Delivery =>
  (targets.dropsDownloads && shareDelivery(targets, session)) || { handOver: targets.save, done: STATUS.downloaded }

/**
 * Returns the delivery through the share sheet. Null if the browser cannot share. Asks for a click if the last click is
 * too old. If the user closes the sheet, no error is shown.
 */
export function shareDelivery(
  { share, isPressed }: Pick<DeliveryTargets, 'share' | 'isPressed'>,
  session: Session,
): Delivery | null {
  if (!share) return null
  return {
    isWanted: async () => isPressed() || (await session.notices.confirm(tAll(CONFIRM_SHARE))),
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
    // the promise is passed before the PNG is ready, because Safari rejects clipboard writes that begin after the click
    copy: canCopy ? (png) => navigator.clipboard.write([new ClipboardItem({ [clipboardFormat.mimeType]: png })]) : null,
    share: canShareFiles() ? (file) => navigator.share({ files: [file] }) : null,
    // without `userActivation`, returns false, so that the user is asked to click
    isPressed: () => navigator.userActivation?.isActive ?? false,
  }
}

function canShareFiles(): boolean {
  const { extension, mimeType } = plainFormat
  const file = new File([], `picture.${extension}`, { type: mimeType })
  return navigator.canShare?.({ files: [file] }) ?? false
}

/**
 * Returns true if links with `download` do not save files on this iPhone or iPad. In in-app browsers such links do
 * nothing, and in home-screen apps the file replaces the editor. Only Safari and other browsers have "Safari/" in their
 * user agent.
 */
export function dropsDownloads({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean {
  // An iPad reports itself as a Mac, but no Mac has a touch screen.
  const isHandheld = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  return isHandheld && !userAgent.includes('Safari/')
}
