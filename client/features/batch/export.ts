import { type BatchItem, pictureFileName } from '#client/editor/storage/batchStore.ts'
import type { ZipEntry } from '#client/engine/project-file/zip.ts'
import { createLatestTask, untilAborted } from '#client/kit/async/scheduling.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { safeExportFileName } from '#client/media/exporter/exportFileName.ts'
import type { ExportFormat } from '#client/media/exporter/formats/format.ts'
import { formatOf } from '#client/media/exporter/formats/registry.ts'
import { motionFormatOf } from '#client/media/exporter/motion/motionFormats.ts'
import type { BatchSettings } from './createBatchRenderer.ts'
import { creditsFor, exportedItems, freeName, markFailed, prepareCharge } from './items.ts'
import type { BatchRunner } from './runner.ts'
import type { BatchContext } from './state.ts'

/** Thrown when the user declines to save the files. The user doesn't see a message for this error. */
export class Declined extends Error {
  override readonly name = 'Declined'
}

/** A destination of the exported images. */
export interface ExportTarget {
  /**
   * Calls `next` until it resolves with null, and delivers each image. If `isEach` is true, calling `next` marks the
   * previous image as delivered. Otherwise, all images are marked when the returned promise resolves. Rejects with
   * `Declined` if the user declines the files. The next export reuses the credits of undelivered images.
   */
  deliver(next: () => Promise<ZipEntry | null>, signal: AbortSignal): Promise<void>
  /** If true, each image is delivered on its own, not as part of a ZIP. */
  isEach: boolean
}

export class BatchExport {
  private readonly context: BatchContext
  private readonly runner: BatchRunner
  private readonly task = createLatestTask(() => Object.assign(this.context.state, { exporting: null }))
  private ended: Promise<void> = Promise.resolve()

  constructor(context: BatchContext, runner: BatchRunner) {
    this.context = context
    this.runner = runner
  }

  /**
   * Exports all finished images. Does nothing while another export is running. Never rejects. A notice reports errors.
   */
  run(target: ExportTarget): Promise<void> {
    const { state } = this.context
    if (!state.exporting)
      this.ended = this.task.run((signal) =>
        this.export(target, signal).catch((error: unknown) => {
          if (signal.aborted || error instanceof Declined) return
          console.error(error)
          state.notice = 'not-written'
        }),
      )
    return this.ended
  }

  cancel(): void {
    this.task.cancel()
  }

  private async export(target: ExportTarget, signal: AbortSignal): Promise<void> {
    const { state, readsExactly, refreshAllowance } = this.context
    state.notice = null
    state.exporting = { done: 0, total: exportedItems(state.items).length }
    const isPart = state.isRunning
    await this.runner.stop()
    const run = new ExportRun(this.context, this.runner, signal)
    if (!(await readsExactly(run.format))) {
      state.notice = 'altered-pixels'
      return
    }
    try {
      await untilAborted(
        target.deliver(() => run.next(target.isEach), signal),
        signal,
      )
      signal.throwIfAborted()
      await run.delivered()
    } finally {
      void refreshAllowance()
    }
    const { done } = state.exporting
    if (done > 0)
      state.notice ??= isPart
        ? 'delivered-part'
        : { code: 'delivered', text: t('Export complete! Files saved: {done}.', { done }) }
  }
}

/** One export: makes the images, pays for them and delivers them in order. */
class ExportRun {
  readonly format: Pick<ExportFormat, 'needs' | 'extension'>
  private readonly context: BatchContext
  private readonly runner: BatchRunner
  private readonly settings: BatchSettings
  private readonly signature: string
  private readonly signal: AbortSignal
  private readonly left: string[]
  private readonly names = new Set<string>() // the file names of this export, in lower case
  private readonly now: number
  /** Ids of images that `next` has returned but that aren't delivered yet. */
  private taken: string[] = []
  private isStopped = false
  /** True after the server has denied a credit. From then on, `next` skips images that cost another credit. */
  private isOutOfCredits = false

  constructor(context: BatchContext, runner: BatchRunner, signal: AbortSignal) {
    this.context = context
    this.runner = runner
    this.settings = context.settings()
    this.signature = signatureOf(this.settings)
    this.signal = signal
    const { motion, format } = this.settings
    this.format = motion ? motionFormatOf(motion) : formatOf(format)
    this.left = exportedItems(context.state.items).map(({ id }) => id)
    this.now = context.now()
  }

  /**
   * Resolves with the next image. Skips images that no credit is left for. Resolves with null after the last image, or
   * if the server can't be asked for a credit. If `isEach` is true, each call marks the previous image as delivered.
   */
  async next(isEach: boolean): Promise<ZipEntry | null> {
    if (isEach) await this.delivered()
    while (!this.isStopped) {
      const id = this.left.shift()
      if (id === undefined) return null
      if (this.isOutOfCredits && !this.isPaid(id)) continue
      const file = await this.picture(id)
      this.signal.throwIfAborted()
      const item = this.finished(id)
      if (!file || !item) continue
      if (!(await this.pay(item.id))) continue
      this.signal.throwIfAborted()
      this.taken.push(item.id)
      this.advance()
      const wanted = safeExportFileName(item.name, this.context.brand, this.now, this.format.extension)
      const name = await freeName(wanted, (free) => this.names.has(free.toLowerCase()))
      this.names.add(name.toLowerCase())
      return { file, name }
    }
    return null
  }

  /** Marks the returned images as delivered. Exporting such an image again with the same settings is free. */
  async delivered(): Promise<void> {
    const ids = new Set(this.taken)
    this.taken = []
    if (ids.size === 0) return
    const items = this.context.state.items
      .filter(({ id }) => ids.has(id))
      .map((item): BatchItem => ({ ...item, payment: 'delivered', delivered: this.signature, picture: null }))
    await this.context.write({ items, removedFiles: items.map(({ id }) => pictureFileName(id)) })
  }

  /** Returns a photo's current record, or undefined if the photo was removed or isn't finished. */
  private finished(id: string): BatchItem | undefined {
    return this.context.state.items.find((each) => each.id === id && each.state === 'done')
  }

  /** Returns true if exporting the photo doesn't cost another credit. */
  private isPaid(id: string): boolean {
    const { items, record } = this.context.state
    return (
      creditsFor(
        items.filter((item) => item.id === id),
        record,
        this.signature,
      ) === 0
    )
  }

  private advance(): void {
    const { state } = this.context
    if (state.exporting) state.exporting = { ...state.exporting, done: state.exporting.done + 1 }
  }

  /**
   * Resolves with the file of a photo's image, or null after a failure. Reuses the file if an interrupted export has
   * stored it.
   */
  private async picture(id: string): Promise<Blob | null> {
    const { write, file } = this.context
    const item = this.finished(id)
    if (!item) return null
    const stored = item.picture === this.signature ? await file(pictureFileName(id)) : null
    if (stored) return stored
    const made = await this.runner.run(item, this.signal, (renderer, photo) =>
      renderer.picture(photo, this.settings, this.signal),
    )
    this.signal.throwIfAborted()
    const now = this.finished(id)
    if (!now) return null
    if (!made.ok) {
      await write({ items: [markFailed(now, made.error)] })
      return null
    }
    // If the device is full, this write fails, and the image is made again after a reload.
    await write({ items: [{ ...now, picture: this.signature }], files: new Map([[pictureFileName(id), made.value]]) })
    return made.value
  }

  /**
   * Spends the credit for an image. The credit's key is stored before the request is sent, and until the image is
   * delivered. Resolves with false if the credit can't be spent. The export stops, unless the user is out of credits.
   */
  private async pay(id: string): Promise<boolean> {
    const { state, account, write, newKey } = this.context
    const item = state.items.find((each) => each.id === id)
    if (!item) return false
    const due = prepareCharge(item, this.signature, newKey)
    if (due.payment === 'delivered') return true
    const [spare, ...spareKeys] = state.record.spareKeys
    const usesSpare = due.payment === 'none' && spare !== undefined
    const asked: BatchItem = { ...due, payment: 'requested', ...(usesSpare && { creditKey: spare }) }
    const error = await write({ items: [asked], ...(usesSpare && { record: { ...state.record, spareKeys } }) })
    this.isStopped = error !== null // without a stored key, a reload would send a different key and pay twice
    if (error) return false
    const answer = await account.spendCredit(asked.creditKey)
    if (answer === 'granted') return true
    if (answer === 'refused') this.isOutOfCredits = true
    else this.isStopped = true
    state.notice = answer === 'refused' ? 'no-credits' : 'not-counted'
    // read again, because the export may have been canceled long before the server responds
    const now = state.items.find((each) => each.id === id)
    if (answer === 'refused' && now?.creditKey === asked.creditKey)
      await write({ items: [{ ...now, payment: 'none', creditKey: newKey() }] })
    return false
  }
}

/** Serializes the settings. If two strings are equal, exports with these settings produce equal files. */
export const signatureOf = (settings: BatchSettings): string =>
  JSON.stringify(Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1)))
