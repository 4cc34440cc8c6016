import { safeExportFileName } from '../../media/exporter/exportFileName.ts'
import type { ExportSettings } from '../../media/exporter/exportSettings.ts'
import type { ExportFormat } from '../../media/exporter/formats/format.ts'
import { formatOf } from '../../media/exporter/formats/registry.ts'
import { type BatchChange, type BatchItem, type BatchStoreError, pictureOf } from '../storage/batchStore.ts'
import { charged, exported, failed, uniqueNames } from './items.ts'
import type { BatchRunner } from './runner.ts'
import type { BatchAccount, BatchState } from './state.ts'

/** A picture that is paid for. */
export interface PaidPicture {
  name: string
  file: Blob
}

/** The user does not want the files after all, which needs no message. */
export class Declined extends Error {
  override readonly name = 'Declined'
}

/** Where the pictures go. */
export interface ExportTarget {
  /**
   * Takes pictures from `next` until it resolves with null, and delivers them. A picture that was taken counts as
   * delivered once the next one is asked for (`isEach`), or when the promise resolves. Rejects when it cannot deliver,
   * with `Declined` when the user does not want it; the credits of what was not delivered are kept for the next export.
   */
  deliver(next: () => Promise<PaidPicture | null>, signal: AbortSignal): Promise<void>
  /** Each picture is delivered by itself. */
  isEach: boolean
}

/** What the export of a queue works with. */
export interface BatchExportDeps {
  state: BatchState
  account: Pick<BatchAccount, 'spendCredit'>
  runner: Pick<BatchRunner, 'run' | 'stop'>
  settings(): ExportSettings
  /** Resolves with a stored file of the queue; null = there is none. */
  file(name: string): Promise<Blob | null>
  /** Stores a change and shows it. Resolves with the error; null = it is stored. */
  write(change: BatchChange): Promise<BatchStoreError | null>
  refreshAllowance(): Promise<void>
  /** Returns a new idempotency key. */
  newKey(): string
  /** ms since 1970. */
  now(): number
  brand: string
  /** Resolves with false where the browser returns altered pixels (protection against fingerprinting). */
  readsExactly(format: ExportFormat): Promise<boolean>
}

/** Exports the finished pictures. */
export class BatchExport {
  private readonly deps: BatchExportDeps
  private running: AbortController | null = null
  private ended: Promise<void> = Promise.resolve()

  constructor(deps: BatchExportDeps) {
    this.deps = deps
  }

  /** Runs an export to its end; does nothing while another one runs. Never rejects: the notice says what went wrong. */
  run(target: ExportTarget): Promise<void> {
    if (this.running) return this.ended
    const controller = new AbortController()
    this.running = controller
    this.ended = this.export(target, controller.signal)
      .catch((error: unknown) => {
        if (controller.signal.aborted || error instanceof Declined) return
        console.error(error)
        this.deps.state.notice = 'not-written'
      })
      .finally(() => {
        this.running = null
        this.deps.state.exporting = null
      })
    return this.ended
  }

  /** Aborts the running export, if there is one. */
  cancel(): void {
    this.running?.abort(new DOMException('the export was cancelled', 'AbortError'))
  }

  private async export(target: ExportTarget, signal: AbortSignal): Promise<void> {
    const { state, runner, readsExactly, settings, refreshAllowance } = this.deps
    const items = exported(state.items)
    state.notice = null
    state.exporting = { done: 0, total: items.length }
    await runner.stop()
    const run = new ExportRun(this.deps, items, settings(), signal)
    if (!(await readsExactly(run.format))) {
      state.notice = 'altered-pixels'
      return
    }
    try {
      await untilAborted(
        target.deliver(() => run.next(target.isEach), signal),
        signal,
      )
      await run.delivered()
    } finally {
      void refreshAllowance()
    }
    if (state.exporting.done > 0) state.notice ??= 'delivered'
  }
}

/** One export: makes, pays and hands out its pictures in order. */
class ExportRun {
  readonly format: ExportFormat
  private readonly deps: BatchExportDeps
  private readonly settings: ExportSettings
  private readonly signature: string
  private readonly signal: AbortSignal
  private readonly left: string[]
  private readonly unique = uniqueNames()
  private readonly now: number
  /** Ids of pictures that were taken and not delivered yet. */
  private taken: string[] = []
  private isStopped = false

  constructor(deps: BatchExportDeps, items: readonly BatchItem[], settings: ExportSettings, signal: AbortSignal) {
    this.deps = deps
    this.settings = settings
    this.signature = signatureOf(settings)
    this.signal = signal
    this.format = formatOf(settings.format)
    this.left = items.map(({ id }) => id)
    this.now = deps.now()
  }

  /** Resolves with the next picture; null after the last one, and when no credit is left. */
  async next(isEach: boolean): Promise<PaidPicture | null> {
    if (isEach) await this.delivered()
    while (!this.isStopped) {
      const id = this.left.shift()
      if (id === undefined) return null
      const file = await this.picture(id)
      this.signal.throwIfAborted()
      const item = this.finished(id)
      if (!file || !item) continue
      this.isStopped = !(await this.pay(item.id))
      if (this.isStopped) return null
      this.signal.throwIfAborted()
      this.taken.push(item.id)
      this.advance()
      return {
        file,
        name: this.unique(safeExportFileName(item.name, this.deps.brand, this.now, this.format.extension)),
      }
    }
    return null
  }

  /** Notes that what was taken has been delivered: exporting it again with these settings is free. */
  async delivered(): Promise<void> {
    const ids = new Set(this.taken)
    this.taken = []
    if (ids.size === 0) return
    const items = this.deps.state.items
      .filter(({ id }) => ids.has(id))
      .map((item): BatchItem => ({ ...item, payment: 'delivered', delivered: this.signature, picture: null }))
    await this.deps.write({ items, removedFiles: items.map(({ id }) => pictureOf(id)) })
  }

  /** Returns a photo as it is now; undefined when it was removed meanwhile, or is no longer finished. */
  private finished(id: string): BatchItem | undefined {
    return this.deps.state.items.find((each) => each.id === id && each.state === 'done')
  }

  private advance(): void {
    const { state } = this.deps
    if (state.exporting) state.exporting = { ...state.exporting, done: state.exporting.done + 1 }
  }

  /** Returns the picture's file, made now or by an export that did not end; null when it cannot be made. */
  private async picture(id: string): Promise<Blob | null> {
    const { runner, write, file } = this.deps
    const item = this.finished(id)
    if (!item) return null
    const stored = item.picture === this.signature ? await file(pictureOf(id)) : null
    if (stored) return stored
    const made = await runner.run(item, this.signal, (renderer, photo) =>
      renderer.picture(photo, this.settings, this.signal),
    )
    this.signal.throwIfAborted()
    const now = this.finished(id)
    if (!now) return null
    if (!made.ok) {
      await write({ items: [failed(now, made.error)] })
      return null
    }
    // Without room for it the picture is made again after a reload.
    await write({ items: [{ ...now, picture: this.signature }], files: new Map([[pictureOf(id), made.value]]) })
    return made.value
  }

  /** Spends the credit of a picture. Its key is stored before it is sent, and kept until the picture is delivered. */
  private async pay(id: string): Promise<boolean> {
    const { state, account, write, newKey } = this.deps
    const item = state.items.find((each) => each.id === id)
    if (!item) return false
    const due = charged(item, this.signature, newKey)
    if (due.payment === 'delivered') return true
    const [spare, ...spareKeys] = state.queue.spareKeys
    const usesSpare = due.payment === 'none' && spare !== undefined
    const asked: BatchItem = { ...due, payment: 'requested', ...(usesSpare && { creditKey: spare }) }
    const error = await write({ items: [asked], ...(usesSpare && { queue: { ...state.queue, spareKeys } }) })
    if (error) return false // a reload would ask with another key, and pay twice
    const answer = await account.spendCredit(asked.creditKey)
    if (answer === 'granted') return true
    state.notice = answer === 'refused' ? 'no-credits' : 'not-counted'
    const now = state.items.find((each) => each.id === id) // the answer may come long after the export was cancelled
    if (answer === 'refused' && now?.creditKey === asked.creditKey)
      await write({ items: [{ ...now, payment: 'none', creditKey: newKey() }] })
    return false
  }
}

/** Returns the settings as one string: two exports with the same one make the same file of a picture. */
export const signatureOf = (settings: ExportSettings): string =>
  JSON.stringify(Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1)))

/** Settles as `work` does; rejects at once after an abort. */
function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject)
  })
}
