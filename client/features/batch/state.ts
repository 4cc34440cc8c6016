import { proxy, ref } from 'valtio/vanilla'
import type { Allowance, BatchAccount } from '#client/editor/flows/editorAccount.ts'
import type {
  BatchChange,
  BatchItem,
  BatchRecord,
  BatchStore,
  BatchStoreError,
  BatchTemplate,
} from '#client/editor/storage/batchStore.ts'
import { createQueue } from '#client/kit/async/scheduling.ts'
import { language } from '#client/kit/i18n/translate.ts'
import { conform, defaults } from '#client/kit/values/fields.ts'
import { memoOn } from '#client/kit/values/identity.ts'
import { type ExportSettings, exportFields } from '#client/media/exporter/exportSettings.ts'
import type { ExportFormat } from '#client/media/exporter/formats/format.ts'
import { motionFileFields } from '#client/media/exporter/motion/motionFormats.ts'
import type { Session } from '#client/model/session/session.ts'
import type { NOTICES, WordedNotice } from './batchTexts.ts'
import type { BatchRenderer, BatchSettings } from './createBatchRenderer.ts'
import { isOwed, isSameTemplate, recheckFonts, retranslate } from './items.ts'

/** The state of a batch. The dialog displays it. */
export interface BatchState {
  /** `locked`: the batch is open in another tab. `signed-out`: the user must sign in to use a batch. */
  phase: 'loading' | 'ready' | 'locked' | 'signed-out'
  /** False if this window can't save the batch, so that the batch is lost when the user closes the window. */
  isKept: boolean
  items: readonly BatchItem[]
  record: BatchRecord
  /** Number of photos that the user has added but that aren't stored yet. */
  adding: number
  /** Id of the photo whose preview is being made. */
  current: string | null
  /** Progress of the preview that is being made, 0..1. */
  share: number
  /**
   * Durations of the previous previews, ms. `first`: of a new photo; `again`: of a photo whose subject is known. Null
   * before the first preview of this kind is done.
   */
  previewMs: { first: number | null; again: number | null }
  /** True while previews are being made. */
  isRunning: boolean
  /**
   * Progress of the running export. `done`: number of images that were passed to the target; `total`: number of images.
   * Null if no export is running.
   */
  exporting: { done: number; total: number } | null
  /** True if the table of text is open. */
  isTextOpen: boolean
  /** The notice above the photos. The next action clears it. */
  notice: keyof typeof NOTICES | WordedNotice | null
  /** The remaining photos and credits of the user's plan. Null until the server responds, and while signed out. */
  allowance: Allowance | null
}

/** The services of the page that a batch uses. */
export interface BatchServices {
  /** The object that stores the durations of previews. If absent, no earlier durations are known. */
  previewMs?: BatchState['previewMs']
  account: BatchAccount
  /** Creates the renderer. Called when the first photo is processed. */
  createRenderer(): Promise<BatchRenderer>
  /** Returns a new idempotency key. */
  newKey(): string
  /** Returns the time, ms since 1970. */
  now(): number
  brand: string
  /** Resolves with false if the browser alters canvas pixels to prevent fingerprinting. */
  readsExactly(format: Pick<ExportFormat, 'needs'>): Promise<boolean>
}

/** State and functions that the parts of a batch share. */
export interface BatchContext extends BatchServices {
  state: BatchState
  settings(): BatchSettings
  /** Resolves with a stored file of the batch, or null if it doesn't exist. */
  file(name: string): Promise<Blob | null>
  /** Stores a change and shows it. Resolves with the error, or null on success. */
  write(change: BatchChange): Promise<BatchStoreError | null>
  refreshAllowance(): Promise<void>
}

/**
 * The default export settings. A batch has no canvas where the user could crop, so it uses 'fit', which never crops.
 */
const SETTINGS: ExportSettings = { ...defaults(exportFields), fitting: 'fit' }

/**
 * Returns an empty batch for an account without a stored batch. `ref` keeps valtio from wrapping the batch in a proxy.
 */
const createEmptyBatch = (owner: string): BatchRecord =>
  ref({ owner, design: null, settings: SETTINGS, isPaused: false, spareKeys: [] })

/** Returns the batch's export settings. Invalid stored values are replaced with valid values. */
export const settingsOf = ({ settings }: Pick<BatchRecord, 'settings'>): BatchSettings => ({
  ...SETTINGS,
  ...conform(exportFields, settings),
  ...(settings.motion !== undefined && { motion: conform(motionFileFields, settings.motion) }),
})

/** The durations of the visit's previews, so that a batch that is opened again has an estimate without delay. */
export const previewTimes = memoOn((_: Session) => proxy<BatchState['previewMs']>({ first: null, again: null }))

export const createBatchState = (previewMs: BatchState['previewMs'] = { first: null, again: null }): BatchState =>
  proxy<BatchState>({
    phase: 'loading',
    isKept: true,
    items: ref([]),
    record: createEmptyBatch(''),
    adding: 0,
    current: null,
    share: 0,
    previewMs,
    isTextOpen: true,
    isRunning: false,
    exporting: null,
    notice: null,
    allowance: null,
  })

/**
 * Shows the stored batch of an account. Photos whose letters lacked a font become waiting, because the font may be
 * installed now.
 */
export async function showStored(
  state: BatchState,
  owner: string,
  stored: Awaited<ReturnType<BatchStore['read']>>,
  write: BatchContext['write'],
): Promise<void> {
  state.record = stored.record ? ref(stored.record) : createEmptyBatch(owner)
  state.items = ref(stored.items.map(recheckFonts))
  state.phase = 'ready'
  await updateLanguage(state, write)
}

/**
 * Resolves with true if `template` is already the batch's template. Then the finished photos stay valid, except for
 * text in a different language.
 */
export async function chooseAgain(
  state: BatchState,
  template: BatchTemplate,
  write: BatchContext['write'],
): Promise<boolean> {
  if (!isSameTemplate(template, state.record.design)) return false
  await updateLanguage(state, write)
  return true
}

/**
 * If the user has changed the language, photos with translated text become waiting, and `write` stores this change.
 * Otherwise, the text in exported images would differ from the text in their previews.
 */
async function updateLanguage(state: BatchState, write: BatchContext['write']): Promise<void> {
  const change = retranslate(state, language())
  if (change) await write(change)
}

/** Returns a handler for unexpected errors. The handler logs the error, shows a notice and returns false. */
export const showFailure =
  (state: BatchState) =>
  (error: unknown): false => {
    console.error(error)
    state.notice = 'failed'
    return false
  }

/**
 * Creates a counter of running changes to the batch. While `isHeld` returns true, the caller must not start previews.
 * `during` runs a change and shows a notice if it fails. `onFree` is called after each change, even if the change has
 * failed.
 */
export function createHolds(state: BatchState, onFree: () => void) {
  let count = 0
  return {
    isHeld: () => count > 0,
    async during(change: () => Promise<void>): Promise<void> {
      count++
      await change().catch(showFailure(state))
      count--
      onFree()
    },
  }
}

/** Writes the changes to a batch to the store in order, and updates the state. */
export type BatchChanges = ReturnType<typeof createBatchChanges>

export function createBatchChanges(store: BatchStore, account: BatchAccount, state: BatchState) {
  /** True after `close`. Later changes are not stored, because another tab may have opened the batch. */
  let isClosed = false
  const inOrder = createQueue()

  /** Applies a change to the state without storing it. */
  function show({ record, items = [], removedItems = [] }: BatchChange) {
    if (record) state.record = ref(record)
    const gone = new Set(removedItems)
    const changed = new Map(items.map((item) => [item.id, item]))
    const known = new Set(state.items.map(({ id }) => id))
    const kept = state.items.filter(({ id }) => !gone.has(id)).map((item) => changed.get(item.id) ?? item)
    const shown = [...kept, ...items.filter(({ id }) => !known.has(id))]
    // sorted, because a change with files is shown only after it is stored, possibly after later changes
    state.items = ref(shown.sort((a, b) => a.place - b.place))
    account.setOwed(isOwed(state.items, state.record))
  }
  const changes = {
    /** The store of the batch. It can be replaced only before the first write. */
    store,
    /**
     * Stores a change, and shows it immediately. If the change contains files, it is shown only after the files are
     * stored. Resolves with the error, or null on success.
     */
    async write(change: BatchChange): Promise<BatchStoreError | null> {
      if (isClosed) return 'unavailable'
      const isShownAtOnce = change.record !== undefined || !change.files?.size
      if (isShownAtOnce) show(change)
      const stored = await inOrder(() => changes.store.write(change)).catch(showFailure(state))
      if (!stored) return 'unavailable'
      if (!stored.ok) {
        if (stored.error !== 'unreadable') state.notice = stored.error === 'full' ? 'full' : 'not-stored'
        return stored.error
      }
      if (!isShownAtOnce) show(change)
      return null
    },
    /** Ignores all later changes. Resolves when the earlier changes are stored. */
    async close() {
      isClosed = true
      await inOrder.idle()
    },
  }
  return changes
}
