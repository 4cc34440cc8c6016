import type { BatchItem, BatchQueue } from '../storage/batchStore.ts'
import type { Allowance } from './account.ts'

/** What the queue tells the user beside the state of its photos. It goes with the next action. */
export type BatchNotice =
  /** The plan allows no further photo. */
  | 'image-limit'
  /** The stored design cannot be read. */
  | 'design-lost'
  /** The device has no room left, so the last step is not stored. */
  | 'full'
  /** The last step is not stored, for another reason. */
  | 'not-stored'
  /** The export ended early, without a credit for the next picture. Those before it are delivered. */
  | 'no-credits'
  /** The same, without an answer of the server. */
  | 'not-counted'
  /** The browser alters the pixels that a page reads. */
  | 'altered-pixels'
  /** The ZIP or a file could not be written. */
  | 'not-written'
  /** The export has ended, and at least one picture was delivered. */
  | 'delivered'

/** What the dialog shows of a queue. */
export interface BatchState {
  /** `locked`: another tab has the queue. `signed-out`: there is no account to read a queue of. */
  phase: 'loading' | 'ready' | 'locked' | 'signed-out'
  /** False where this window stores nothing, so that closing it loses the queue. */
  isKept: boolean
  items: readonly BatchItem[]
  queue: BatchQueue
  /** Number of chosen photos that are not stored yet. */
  adding: number
  /** Id of the photo whose preview is being made. */
  current: string | null
  /** Previews are being made. */
  isRunning: boolean
  /** Number of pictures that the running export has taken, of how many; null = no export is running. */
  exporting: { done: number; total: number } | null
  notice: BatchNotice | null
  /** What the plan allows; null until the server has answered, and signed out. */
  allowance: Allowance | null
}
