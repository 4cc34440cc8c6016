import { clipboardFormat, plainFormat } from '../../media/exporter/formats/registry.ts'
import type { DeliveryTargets } from '../flows/exports.ts'
import { dropsDownloads } from './dropsDownloads.ts'
import { save } from './save.ts'

/** Returns what this browser can do with an exported file. */
export function browserDeliveryTargets(): DeliveryTargets {
  const canCopy = typeof ClipboardItem !== 'undefined' && navigator.clipboard !== undefined
  return {
    save,
    dropsDownloads: dropsDownloads(navigator),
    // The promise is passed at once: Safari rejects clipboard writes that begin after the click.
    copy: canCopy ? (png) => navigator.clipboard.write([new ClipboardItem({ [clipboardFormat.mimeType]: png })]) : null,
    share: canShareFiles() ? (file) => navigator.share({ files: [file] }) : null,
    // Without the API the answer is false, and the user is asked for another click.
    isPressed: () => navigator.userActivation?.isActive ?? false,
  }
}

function canShareFiles(): boolean {
  const { extension, mimeType } = plainFormat
  const file = new File([], `picture.${extension}`, { type: mimeType })
  return navigator.canShare?.({ files: [file] }) ?? false
}
