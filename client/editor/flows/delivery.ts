/** How an exported file reaches the user: as a download, or by the share sheet. */

import { tAll } from '../../kit/i18n/translate.ts'
import type { Session } from '../../model/session/session.ts'
import type { Delivery } from './download.ts'
import { CONFIRM_SHARE, EXPORT, STATUS } from './messages.ts'
import { logAndShow } from './showMessage.ts'

/** What this browser can do with an exported file; null = not supported. */
export interface DeliveryTargets {
  save(file: Blob, name: string): void
  /** In-app browsers (WebViews) that discard downloads without an error. */
  dropsDownloads: boolean
  /** Must be called while handling a click; the PNG may resolve later. Rejects when the browser refuses. */
  copy: ((png: Promise<Blob>) => Promise<void>) | null
  /** Opens the share sheet. Rejects with an AbortError when the user closes it. */
  share: ((file: File) => Promise<void>) | null
  /** Whether there is transient user activation, which the share sheet needs. */
  isPressed(): boolean
}

/** The delivery of the Download button. */
export const downloadDelivery = (targets: DeliveryTargets, session: Session): Delivery =>
  (targets.dropsDownloads && shareDelivery(targets, session)) || { handOver: targets.save, done: STATUS.downloaded }

/** Asks for a click if none is recent. Closing the sheet is no failure. Null where the browser cannot share. */
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

const isDismissed = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'
