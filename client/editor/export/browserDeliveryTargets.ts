import { saveFile } from '#client/kit/base/page.ts'
import { clipboardFormat, plainFormat } from '#client/media/exporter/formats/registry.ts'
import type { DeliveryTargets } from '../flows/exports.ts'

/** Returns the ways in which this browser can deliver an exported file. */
export function browserDeliveryTargets(): DeliveryTargets {
  const canCopy = typeof ClipboardItem !== 'undefined' && navigator.clipboard !== undefined
  return {
    save: saveFile,
    dropsDownloads: dropsDownloads(navigator),
    // The promise is passed at once, because Safari rejects clipboard writes that begin after the click.
    copy: canCopy ? (png) => navigator.clipboard.write([new ClipboardItem({ [clipboardFormat.mimeType]: png })]) : null,
    share: canShareFiles() ? (file) => navigator.share({ files: [file] }) : null,
    // Browsers without `userActivation` return false, so the user must click again.
    isPressed: () => navigator.userActivation?.isActive ?? false,
  }
}

function canShareFiles(): boolean {
  const { extension, mimeType } = plainFormat
  const file = new File([], `picture.${extension}`, { type: mimeType })
  return navigator.canShare?.({ files: [file] }) ?? false
}

/**
 * Returns true if links with `download` do not save files on an iPhone or iPad. In in-app browsers the links do
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
