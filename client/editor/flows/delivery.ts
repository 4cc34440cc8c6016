import { tAll } from '../../kit/i18n/translate.ts'
import type { Session } from '../../model/session/session.ts'
import type { Delivery } from './download.ts'
import { CONFIRM_SHARE, EXPORT, STATUS } from './messages.ts'
import { logAndShow } from './showMessage.ts'

/** How this browser can deliver an exported file; null = not supported. */
export interface DeliveryTargets {
  save(file: Blob, name: string): void
  /** True in in-app browsers (WebViews) that discard downloads without an error. */
  dropsDownloads: boolean
  /**
   * Copies a PNG to the clipboard. Must be called while a click is handled; the PNG may resolve later. Rejects when the
   * browser refuses.
   */
  copy: ((png: Promise<Blob>) => Promise<void>) | null
  /** Opens the share sheet. Rejects with an AbortError when the user closes it. */
  share: ((file: File) => Promise<void>) | null
  /** Returns whether there is transient user activation, which the share sheet needs. */
  isPressed(): boolean
}

/** Returns the delivery of the Download button: a download, or the share sheet where the browser discards downloads. */
export const downloadDelivery = (targets: DeliveryTargets, session: Session): Delivery =>
  (targets.dropsDownloads && shareDelivery(targets, session)) || { handOver: targets.save, done: STATUS.downloaded }

/**
 * Returns the delivery by the share sheet; null where the browser cannot share. Asks for a click if none is recent.
 * Closing the sheet is no failure.
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

const isDismissed = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'
