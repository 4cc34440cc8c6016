import { memoOn } from '#client/kit/values/identity.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import type { Session } from '#client/model/session/session.ts'

/** Account functions for the editor. The server checks each limit again. */
export interface EditorAccount {
  /** Returns the id of the account that opened the editor. The editor shows and saves this account's projects. */
  userId(): string | null
  /**
   * Resolves with false if the plan doesn't allow more images. In this case, the upgrade dialog has been opened and the
   * photo is held for later.
   */
  requestProcessing(photo: File): Promise<boolean>
  /** Counts an image in the account. Called when a photo was segmented. Must return without waiting. */
  countImage(): void
  /**
   * Counts an overlay image in the account. Called when the background of the overlay image was removed. Must return
   * without waiting.
   */
  countOverlay(): void
  /** Resolves with false if the plan doesn't allow a download. In this case, the upgrade dialog has been opened. */
  requestDownload(): Promise<boolean>
  /**
   * Spends one credit, then calls `handOver`. If the credit is rejected or the request fails, resolves with false and
   * doesn't call `handOver`. In a plan without limited credits, a failed request doesn't stop the download. Rejects if
   * `handOver` rejects. After that, and after a failed request, the next attempt is free, even for another file.
   */
  spend(handOver: () => void | Promise<void>): Promise<boolean>
  /**
   * Called with the finished file to upload it for a trial account. The file has the format of trial images. Must
   * return without waiting.
   */
  onExported(blob: Blob, name: string): void
  batch: BatchAccount
}

/** Remaining limits of the user's plan. Null means unlimited. */
export interface Allowance {
  /** Number of images that the user can still export. */
  credits: number | null
  /** Number of photos that the user can still segment. */
  photos: number | null
}

/** Account functions for Batch edit. The server checks each limit again. */
export interface BatchAccount {
  /** Returns the id of the signed-in account, or null if signed out. */
  userId(): string | null
  /**
   * Requests the plan's allowance from the server. If the server doesn't respond, resolves with the last known
   * allowance. Null if signed out.
   */
  allowance(): Promise<Allowance | null>
  /**
   * Counts a segmented photo. If `key` was already used, the photo isn't counted again. `refused`: the plan doesn't
   * allow more photos.
   */
  countImage(key: string): Promise<'counted' | 'refused' | 'unclear'>
  /**
   * Spends one credit. If `key` was already used, no other credit is spent. `refused`: no credits are left. `unclear`:
   * the credit may have been spent, so the caller must reuse the key.
   */
  spendCredit(key: string): Promise<'granted' | 'refused' | 'unclear'>
  /** Stores whether the batch may have spent credits for undelivered images. */
  setOwed(isOwed: boolean): void
  /** Opens the dialog that offers Pro. `limit`: the limit that the user has reached. */
  openUpgrade(limit: 'photos' | 'credits'): void
}

/** The photos that a session has counted. */
const countedPhotos = memoOn((_: Session) => new Set<AssetId>())

/**
 * Counts the open photo in the account, unless the session has already counted this photo. The user may undo the
 * selection of the first subject and then select a subject again.
 */
export function countPhoto({ session, countImage }: { session: Session } & Pick<EditorAccount, 'countImage'>): void {
  const counted = countedPhotos(session)
  const { photo } = session.doc
  if (!photo || counted.has(photo.asset)) return
  counted.add(photo.asset)
  countImage()
}
