/** What this browser can do with a picture. */
import { clipboardFormat, plainFormat } from '../../media/exporter/formats/registry.ts'
import type { DeliveryTargets } from '../flows/delivery.ts'
import { dropsDownloads } from './dropsDownloads.ts'
import { save } from './save.ts'

export function browserDeliveryTargets(): DeliveryTargets {
  const canCopy = typeof ClipboardItem !== 'undefined' && navigator.clipboard !== undefined
  return {
    save,
    dropsDownloads: dropsDownloads(navigator),
    // The promise goes in at once: Safari takes nothing that is written after the press.
    copy: canCopy ? (png) => navigator.clipboard.write([new ClipboardItem({ [clipboardFormat.mimeType]: png })]) : null,
    share: canShareFiles() ? (file) => navigator.share({ files: [file] }) : null,
    // Where the browser cannot tell, it is asked again.
    isPressed: () => navigator.userActivation?.isActive ?? false,
  }
}

function canShareFiles(): boolean {
  const { extension, mimeType } = plainFormat
  const file = new File([], `picture.${extension}`, { type: mimeType })
  return navigator.canShare?.({ files: [file] }) ?? false
}
