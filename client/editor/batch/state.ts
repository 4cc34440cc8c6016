import { ref } from 'valtio/vanilla'
import { conform, defaults } from '../../kit/base/fields.ts'
import { type ExportSettings, exportFields } from '../../media/exporter/exportSettings.ts'
import type { BatchItem, BatchQueue } from '../storage/batchStore.ts'

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

/** What a plan still allows; null = the plan does not count these. */
export interface Allowance {
  /** Pictures that may still be exported. */
  credits: number | null
  /** Photos that may still be separated. */
  photos: number | null
}

/** What the queue needs of the account. The server checks each decision again. */
export interface BatchAccount {
  /** Returns the id of the signed-in account; null = signed out. */
  userId(): string | null
  /** Asks the server what the plan allows; null = signed out. Without an answer the last known state counts. */
  allowance(): Promise<Allowance | null>
  /** Counts a separated photo. A repetition with the same key counts nothing. `refused`: the plan allows no more. */
  countPhoto(key: string): Promise<'counted' | 'refused' | 'unclear'>
  /**
   * Spends one credit. A repetition with the same key costs nothing. `unclear`: it may have been spent, so the key has
   * to be kept.
   */
  spendCredit(key: string): Promise<'granted' | 'refused' | 'unclear'>
  /** Notes that credits may have been spent for files of the queue that were not delivered. */
  setOwed(isOwed: boolean): void
  /** Opens the dialog that offers Pro. */
  openUpgrade(): void
}

/** The editor crops with the frame on the canvas; nothing is cut from the centre unseen. */
const SETTINGS: ExportSettings = { ...defaults(exportFields), fitting: 'fit' }

/** Returns the queue of an account that has not begun one; valtio makes no proxy of it. */
export const emptyQueue = (owner: string): BatchQueue =>
  ref({ owner, design: null, settings: SETTINGS, isPaused: false, spareKeys: [] })

/** Returns the settings of the queue's export; what is stored is conformed to the fields. */
export const settingsOf = ({ settings }: Pick<BatchQueue, 'settings'>): ExportSettings => ({
  ...SETTINGS,
  ...conform(exportFields, settings),
})
