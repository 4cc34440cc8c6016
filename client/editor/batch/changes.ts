import { ref } from 'valtio/vanilla'
import { createQueue } from '#client/kit/base/scheduling.ts'
import type { BatchChange, BatchStore, BatchStoreError } from '../storage/batchStore.ts'
import { isOwed } from './items.ts'
import type { BatchAccount, BatchState } from './state.ts'

/** Stores the changes of a batch in order, and shows them. */
export class BatchChanges {
  /** the store; replaced only before the first change */
  store: BatchStore
  private readonly account: BatchAccount
  private readonly state: BatchState
  /** True after closing. Nothing more is stored, because another tab may soon hold the batch. */
  private isClosed = false
  private readonly inOrder = createQueue()

  constructor(store: BatchStore, account: BatchAccount, state: BatchState) {
    this.store = store
    this.account = account
    this.state = state
  }

  /**
   * Stores a change and shows it at once. Photos with files are shown when the files are stored. Resolves with the
   * error, or null on success.
   */
  async write(change: BatchChange): Promise<BatchStoreError | null> {
    if (this.isClosed) return 'unavailable'
    const isShownAtOnce = change.record !== undefined || !change.files?.size
    if (isShownAtOnce) this.show(change)
    const stored = await this.inOrder(() => this.store.write(change))
    if (!stored.ok) {
      if (stored.error !== 'unreadable') this.state.notice = stored.error === 'full' ? 'full' : 'not-stored'
      return stored.error
    }
    if (!isShownAtOnce) this.show(change)
    return null
  }

  /** Shows a change in the state without storing the change. */
  private show({ record, items = [], removedItems = [] }: BatchChange): void {
    const { state, account } = this
    if (record) state.record = ref(record)
    const gone = new Set(removedItems)
    const changed = new Map(items.map((item) => [item.id, item]))
    const known = new Set(state.items.map(({ id }) => id))
    const kept = state.items.filter(({ id }) => !gone.has(id)).map((item) => changed.get(item.id) ?? item)
    const shown = [...kept, ...items.filter(({ id }) => !known.has(id))]
    state.items = ref(shown.sort((a, b) => a.place - b.place)) // photos that are added together are stored in any order
    account.setOwed(isOwed(state.items, state.record))
  }

  /** Stores nothing from now on. Resolves when all earlier changes are stored. */
  async close(): Promise<void> {
    this.isClosed = true
    await this.inOrder.idle()
  }
}
