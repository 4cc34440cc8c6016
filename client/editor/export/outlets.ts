/** What this browser can do with a picture. */
import type { Outlets } from '../flows/ways.ts'
import { dropsDownloads } from './dropsDownloads.ts'
import { save } from './save.ts'

export function browserOutlets(): Outlets {
  const canCopy = typeof ClipboardItem !== 'undefined' && navigator.clipboard !== undefined
  return {
    save,
    dropsDownloads: dropsDownloads(navigator),
    // The promise goes in at once: Safari takes nothing that is written after the press.
    copy: canCopy ? (png) => navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]) : null,
    share: canShareFiles() ? (file) => navigator.share({ files: [file] }) : null,
    // Where the browser cannot tell, it is asked again.
    isPressed: () => navigator.userActivation?.isActive ?? false,
  }
}

function canShareFiles(): boolean {
  const file = new File([], 'picture.png', { type: 'image/png' })
  return navigator.canShare?.({ files: [file] }) ?? false
}
