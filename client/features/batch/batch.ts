import {
  type BatchItem,
  type BatchStore,
  type BatchTemplate,
  type Columns,
  createMemoryBatchStore,
  photoFileName,
  pictureFileName,
  templateFileName,
} from '#client/editor/storage/batchStore.ts'
import { createQueue } from '#client/kit/async/scheduling.ts'
import type { BatchSettings } from './createBatchRenderer.ts'
import { BatchExport, type ExportTarget } from './export.ts'
import { keysToSpare, markFailed, markWaiting, newItem, rejection, resetForTemplate, rewriteBatch } from './items.ts'
import { BatchRunner } from './runner.ts'
import {
  type BatchChanges,
  type BatchContext,
  type BatchServices,
  type BatchState,
  chooseAgain,
  createBatchChanges,
  createBatchState,
  createHolds,
  settingsOf,
  showFailure,
  showStored,
} from './state.ts'

export interface BatchDeps extends BatchServices {
  store: BatchStore
  /** Called when the user retries photos, so that the app may ask again for a consent that the user declined. */
  reconsider(): void
  /**
   * Waits until no other tab holds the lock for the account's batch. Resolves with a function that releases the lock.
   * Rejects if `signal` aborts, or if the browser can't grant a lock.
   */
  lock(owner: string, signal: AbortSignal): Promise<() => void>
}

/** Maximum wait for the lock, ms. After this time, the dialog says that the batch is open in another tab. */
const LOCK_MS = 400

/**
 * The batch of one account: photos that all get the same template. Every step is stored before the next step begins, so
 * after a reload the batch resumes with the photo in progress. A credit's idempotency key is stored before it is sent
 * (docs/decisions/0072).
 */
export class Batch {
  readonly state: BatchState
  private readonly deps: BatchDeps
  private readonly end = new AbortController()
  private adding = new AbortController()
  private readonly holds
  private readonly inOrder = createQueue()
  /** Place of the newest photo in the batch, counting photos that could not be stored. */
  private lastPlace = 0
  private release: (() => void) | null = null
  private readonly runner: BatchRunner
  private readonly exports: BatchExport
  private readonly changes: BatchChanges
  /** Settles when a photo has opened in the editor, or could not be opened. Null while no photo is being opened. */
  private opening: Promise<boolean> | null = null

  constructor(deps: BatchDeps) {
    this.deps = deps
    this.state = createBatchState(deps.previewMs)
    this.holds = createHolds(this.state, () => this.start())
    this.changes = createBatchChanges(deps.store, deps.account, this.state)
    const context: BatchContext = {
      ...deps,
      state: this.state,
      settings: () => this.settings(),
      file: (name) => this.changes.store.file(name),
      write: (change) => this.changes.write(change),
      refreshAllowance: () => this.refreshAllowance(),
    }
    this.runner = new BatchRunner(context)
    this.exports = new BatchExport(context, this.runner)
  }

  /** Waits for the lock, then reads the stored batch. Resumes processing unless the user paused the batch. */
  async open(): Promise<void> {
    const { state, deps, end } = this
    const owner = deps.account.userId()
    if (!owner) {
      state.phase = 'signed-out'
      return
    }
    const timer = setTimeout(() => {
      state.phase = 'locked'
    }, LOCK_MS)
    try {
      this.release = await deps.lock(owner, end.signal)
    } catch (error) {
      if (end.signal.aborted) return // this tab closed the batch before it got the lock
      console.warn('the batch has no lock', error) // some browsers don't have the Web Locks API
      this.release = () => {}
    } finally {
      clearTimeout(timer)
    }
    if (!(await deps.store.isAvailable())) {
      this.changes.store = createMemoryBatchStore()
      state.isKept = false
    }
    const stored = await this.changes.store.read(owner)
    if (end.signal.aborted) return this.release()
    await showStored(state, owner, stored, this.changes.write)
    await this.refreshAllowance()
    this.start()
  }

  /** Stops processing and releases the lock. The stored batch isn't deleted. */
  async close(): Promise<void> {
    this.end.abort()
    this.adding.abort()
    this.exports.cancel()
    await this.runner.dispose()
    await this.changes.close()
    this.release?.()
  }

  /** Returns the export settings. A missing or invalid setting has its default value. */
  settings(): BatchSettings {
    return settingsOf(this.state.record)
  }

  /** Adds photos. Each photo is stored before the next photo is read. */
  async add(files: readonly File[]): Promise<void> {
    const { state, adding } = this
    const { signal } = adding
    if (signal.aborted) return // the batch may have been closed while a folder was being read
    state.notice = null
    state.adding += files.length
    for (const [i, file] of files.entries()) {
      const isStored = await this.addOne(file).catch(showFailure(state))
      if (signal.aborted) return
      state.adding -= isStored ? 1 : files.length - i
      if (!isStored) return
      this.start()
    }
  }

  /** Resolves with the stored photo, or null if it isn't stored. */
  readonly photo = (id: string): Promise<Blob | null> => this.changes.store.file(photoFileName(id))

  /** Adds one photo. Resolves with false when the photo cannot be stored, for example on a full device. */
  private async addOne(file: File): Promise<boolean> {
    const { state, deps } = this
    this.lastPlace = Math.max(this.lastPlace, state.items.at(-1)?.place ?? 0) + 1
    const photo = { id: deps.newKey(), owner: state.record.owner, place: this.lastPlace, name: file.name }
    const item = newItem(photo, deps.newKey)
    const reason = rejection(file)
    if (reason) return (await this.changes.write({ items: [markFailed(item, reason)] })) === null
    const error = await this.changes.write({ items: [item], files: new Map([[photoFileName(item.id), file]]) })
    if (error === 'unreadable') await this.changes.write({ items: [markFailed(item, error)] })
    return error === null || error === 'unreadable'
  }

  /**
   * Sets the template of all photos. `file` is the project file if the user made the template. If the file can't be
   * stored, the previous template remains.
   */
  async chooseTemplate(template: BatchTemplate, file: Blob | null): Promise<void> {
    // `holds` delays new previews, because a preview started now would use the previous template
    await this.holds.during(() => this.inOrder(() => this.replaceTemplate(template, file)))
  }

  private async replaceTemplate(template: BatchTemplate, file: Blob | null): Promise<void> {
    await this.runner.stop()
    const { state, deps } = this
    const { items, record } = state
    state.notice = null
    if (!file && (await chooseAgain(state, template, this.changes.write))) return this.runner.forgetTemplate()
    const error = await this.changes.write({
      record: { ...record, design: template },
      items: items.map((item) => resetForTemplate(item, deps.newKey)),
      removedFiles: items.map(({ id }) => pictureFileName(id)),
      files: file ? new Map([[templateFileName(record.owner), file]]) : new Map(),
    })
    this.runner.forgetTemplate()
    if (error === null) return
    if (error === 'unreadable') state.notice = 'template-lost'
    const known = new Set(state.items.map(({ id }) => id))
    // Writes the old template and items again. Otherwise the next successful write would also store the failed change.
    await this.changes.write({
      record: { ...state.record, design: record.design },
      items: items.filter(({ id }) => known.has(id)),
    })
  }

  /** Changes text by photo id; the key '' stands for all photos. Renders the photos whose text changes. */
  async changeTexts(changes: ReadonlyMap<string, Columns>): Promise<void> {
    const { state, deps } = this
    const rewrite = () => rewriteBatch(state, changes, deps.newKey)
    // `holds` delays new previews, because a preview started now would store the previous text
    await this.holds.during(async () => {
      if (rewrite().items.some(({ id }) => id === state.current)) await this.runner.stop()
      state.notice = null
      const rewritten = rewrite() // computed again, because the photo in progress may have finished in the meantime
      await this.changes.write({ ...rewritten, removedFiles: rewritten.items.map(({ id }) => pictureFileName(id)) })
    })
  }

  async changeSettings(change: { [K in keyof BatchSettings]?: BatchSettings[K] | undefined }): Promise<void> {
    await this.changes.write({ record: { ...this.state.record, settings: { ...this.settings(), ...change } } })
  }

  /** Stops processing within about a second. The photo in progress starts over later. */
  async pause(): Promise<void> {
    const stopped = this.runner.stop()
    await this.changes.write({ record: { ...this.state.record, isPaused: true } })
    await stopped
  }

  /** Resumes processing after `pause` or after an automatic stop. */
  async resume(): Promise<void> {
    this.state.notice = null
    await this.changes.write({ record: { ...this.state.record, isPaused: false } })
    await this.refreshAllowance()
    this.start()
  }

  /** Processes photos again that have failed or were opened in the editor. */
  async retry(ids: readonly string[]): Promise<void> {
    this.state.notice = null
    this.deps.reconsider()
    await this.changes.write({ items: this.withIds(ids).map(markWaiting) })
    this.start()
  }

  /** Removes photos and all their files. Their unused credits can pay for other images. */
  async remove(ids: readonly string[]): Promise<void> {
    const { state } = this
    state.notice = null
    // `holds` delays new previews, because they would include the photos that are being removed
    await this.holds.during(async () => {
      if (state.current && ids.includes(state.current)) await this.runner.stop()
      const spareKeys = [...state.record.spareKeys, ...keysToSpare(this.withIds(ids))]
      await this.changes.write({ record: { ...state.record, spareKeys }, removedItems: ids })
      if (state.items.length + state.adding === 0) this.lastPlace = 0
    })
  }

  /** Stops processing until `isWanted` resolves. Empties the batch if `isWanted` resolves with true. */
  async cancel(isWanted: () => Promise<boolean>): Promise<void> {
    await this.holds.during(async () => {
      await this.runner.stop()
      if (!(await isWanted())) return
      this.adding.abort()
      this.adding = new AbortController()
      this.state.adding = this.lastPlace = 0
      // written first, because this also waits for the photo that is being stored
      await this.changes.write({ record: { ...this.state.record, texts: {} } })
      await this.remove(this.state.items.map(({ id }) => id))
      await this.resume() // ends a pause, so that photos added later are processed without delay
    })
  }

  /**
   * Creates a project from a photo and the template, and passes the project to `open`. If `open` resolves with true,
   * exports skip the photo. Resolves with false if no project was opened; the photo's error or the notice gives the
   * reason. Only one photo can be opened at a time, and none during an export.
   */
  async openAsProject(id: string, open: (file: Blob) => Promise<boolean>): Promise<boolean> {
    if (this.opening || this.state.exporting) return false
    this.opening = this.runner.openInEditor(id, open, this.end.signal).finally(() => {
      this.opening = null
    })
    const isOpen = await this.opening
    if (!isOpen) this.start()
    return isOpen
  }

  /** Spends the credits and delivers the finished images. Only one export runs at a time. */
  async exportTo(target: ExportTarget): Promise<void> {
    await this.opening?.catch(() => false) // waits, because the export must skip a photo that opens in the editor
    if (this.end.signal.aborted) return
    await this.exports.run(target)
    this.start()
  }

  /** Stops the running export. Delivered images aren't affected. The next export can use the unused credits. */
  cancelExport(): void {
    this.exports.cancel()
  }

  private start(): void {
    if (this.state.phase === 'ready' && !this.end.signal.aborted && !this.holds.isHeld()) this.runner.start()
  }

  private withIds(ids: readonly string[]): BatchItem[] {
    return this.state.items.filter(({ id }) => ids.includes(id))
  }

  private async refreshAllowance(): Promise<void> {
    const allowance = await this.deps.account.allowance()
    if (!this.end.signal.aborted) this.state.allowance = allowance
  }
}
