/** How a file reaches the user: as a download, or by the share sheet. */

import { tAll } from '../../kit/i18n/translate.ts'
import type { Session } from '../../model/session/session.ts'
import type { Way } from './download.ts'
import { CONFIRM_SHARE, EXPORT, STATUS } from './messages.ts'
import { reported } from './outcome.ts'

/** What the browser can do with a picture; null = it cannot. */
export interface Outlets {
  save(file: Blob, name: string): void
  /** Some browsers within other apps drop every download, and say nothing. */
  dropsDownloads: boolean
  /** To be called within a press; the picture comes later. */
  copy: ((png: Promise<Blob>) => Promise<void>) | null
  /** Rejects with an AbortError when the user leaves the sheet. */
  share: ((file: File) => Promise<void>) | null
  /** A press is not long ago, so that the browser would show its sheet. */
  isPressed(): boolean
}

/** What the download button stands for. */
export const plainWay = (outlets: Outlets, session: Session): Way =>
  (outlets.dropsDownloads && shareSheet(outlets, session)) || { handOver: outlets.save, done: STATUS.downloaded }

/** It wants a press of its own, and whoever leaves it has not failed. Null where the browser has none. */
export function shareSheet({ share, isPressed }: Pick<Outlets, 'share' | 'isPressed'>, session: Session): Way | null {
  if (!share) return null
  return {
    isWanted: async () => isPressed() || (await session.notices.confirm(tAll(CONFIRM_SHARE))),
    handOver: (file, name) => share(new File([file], name, { type: file.type })),
    failureOf: (error) => (isLeft(error) ? { as: 'nothing' } : reported(EXPORT.notShared)(error)),
    done: EXPORT.shared,
  }
}

const isLeft = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'
