import {
  type BatchItem,
  matteFileName,
  photoFileName,
  pictureFileName,
  templateFileName,
} from '#client/editor/storage/batchStore.ts'
import { createLatestTask, createQueue, loadOnce, untilAborted } from '#client/kit/async/scheduling.ts'
import { deflate, inflateExactly } from '#client/kit/bytes/deflate.ts'
import { err, type Result } from '#client/kit/values/result.ts'
import type { BatchPhoto, BatchRenderer, Previewed } from './createBatchRenderer.ts'
import { type BatchError, columnsOf, keysToSpare, markFailed, placeholdersOf } from './items.ts'
import { type BatchContext, showFailure } from './state.ts'

/** Makes the previews of waiting photos, one after another. Also runs other tasks on the renderer. */
export class BatchRunner {
  private readonly context: BatchContext
  private readonly renderer
  private hasTemplate = false
  private readonly task = createLatestTask(() =>
    Object.assign(this.context.state, { isRunning: false, current: null, share: 0 }),
  )
  /** Settles when no more previews are being made. */
  private previews: Promise<void> = Promise.resolve()
  private readonly inOrder = createQueue()

  constructor(context: BatchContext) {
    this.context = context
    this.renderer = loadOnce((): Promise<BatchRenderer> => context.createRenderer())
  }

  /**
   * Starts making previews. Does nothing if previews are already running or paused, during an export, without a
   * template, and if no photo is waiting.
   */
  start(): void {
    const { state } = this.context
    if (state.isRunning || state.exporting || state.record.isPaused || !state.record.design || !this.next()) return
    state.isRunning = true
    // after an unexpected error, waiting photos are processed at the next call of `start`, for example when the user
    // resumes the batch
    this.previews = this.task.run((signal) => this.previewAll(signal)).catch((error) => void showFailure(state)(error))
  }

  /** Stops making previews within about a second. The photo in progress starts over later. */
  async stop(): Promise<void> {
    this.task.cancel()
    await this.previews
  }

  /** Makes the next task read the template again. */
  forgetTemplate(): void {
    this.hasTemplate = false
  }

  /** Stops making previews, and frees the renderer after its last task. */
  async dispose(): Promise<void> {
    await this.stop()
    const renderer = this.renderer.current
    this.renderer.current = null
    this.inOrder(async () => (await renderer)?.dispose()).catch((error: unknown) => console.warn(error))
  }

  /**
   * Runs a renderer task on a photo when the previous task has ended. After an abort, resolves with 'aborted'
   * immediately, although the task may still run for a moment.
   */
  run<T>(
    item: BatchItem,
    signal: AbortSignal,
    task: (renderer: BatchRenderer, photo: BatchPhoto) => Promise<Result<T, BatchError>>,
  ): Promise<Result<T, BatchError>> {
    const running = this.inOrder(async (): Promise<Result<T, BatchError>> => {
      if (signal.aborted) return err('aborted')
      const photo = await this.photo(item)
      if (!photo) return err('unreadable')
      const renderer = await this.rendererWithTemplate()
      return renderer ? task(renderer, photo) : err('template-lost')
    })
    const settled = running.catch((error: unknown): Result<T, BatchError> => {
      if (!signal.aborted) console.error(error)
      return err('encode-failed')
    })
    return untilAborted(settled, signal)
  }

  /** Opens a photo in the editor, for `Batch.openAsProject`. `signal` aborts when the batch closes. */
  async openInEditor(id: string, open: (file: Blob) => Promise<boolean>, signal: AbortSignal): Promise<boolean> {
    const { state, write, newKey } = this.context
    const withId = () => state.items.filter((item) => item.id === id)
    await this.stop()
    const [item] = withId()
    const made = item && (await this.run(item, signal, (renderer, photo) => renderer.project(photo, signal)))
    if (made && !made.ok) {
      const { error } = made
      if (error === 'template-lost') state.notice = error
      else if (error !== 'aborted') await write({ items: withId().map((each) => markFailed(each, error)) })
    }
    if (!made?.ok || !(await open(made.value))) return false
    const items = withId()
    const spareKeys = [...state.record.spareKeys, ...keysToSpare(items)]
    const opened = items.map((each): BatchItem => {
      const paid = each.payment === 'requested' ? ({ payment: 'none', creditKey: newKey() } as const) : {}
      return { ...each, ...paid, state: 'opened', picture: null }
    })
    await write({ record: { ...state.record, spareKeys }, items: opened, removedFiles: [pictureFileName(id)] })
    return true
  }

  /** Returns the first waiting photo. If `isAtLimit` is true, skips photos that would count toward the plan's limit. */
  private next(isAtLimit = false): BatchItem | undefined {
    const isFree = ({ isCounted, subject }: BatchItem) => isCounted || subject === 'none'
    return this.context.state.items.find((item) => item.state === 'waiting' && (!isAtLimit || isFree(item)))
  }

  /** Makes all previews. If the plan's photo limit is reached, shows a notice after the photos that don't count. */
  private async previewAll(signal: AbortSignal): Promise<void> {
    const { state, now } = this.context
    let isRefused = false
    const next = () => this.next(isRefused || state.allowance?.photos === 0)
    for (let item = next(); item && !signal.aborted; item = next()) {
      state.current = item.id
      state.share = 0
      const begun = now()
      const onProgress = (share: number) => {
        if (!signal.aborted) state.share = share
      }
      const made = await this.run(item, signal, (renderer, photo) => renderer.preview({ ...photo, onProgress }, signal))
      if (signal.aborted) return
      if (!made.ok && made.error === 'template-lost') {
        state.notice = 'template-lost'
        return
      }
      const isStored = await this.finish(item, made, signal)
      if (signal.aborted) return
      isRefused ||= !isStored
      if (isStored) state.previewMs[item.subject === null ? 'first' : 'again'] = now() - begun
    }
    if (signal.aborted || !this.next()) return
    if (isRefused) state.notice = 'image-limit'
    else state.notice ??= 'image-limit' // a notice of the export is more important
  }

  /** Stores the preview. Resolves with false after an abort, and if the plan's photo limit is reached. */
  private async finish(item: BatchItem, made: Result<Previewed, BatchError>, signal: AbortSignal): Promise<boolean> {
    const { write } = this.context
    if (!made.ok) {
      await write({ items: [markFailed(item, made.error)] })
      return true
    }
    const { thumbnail, subject, matte, missingScripts, hidesText } = made.value
    const counting = item.isCounted || subject === 'none' ? 'known' : this.count(item)
    // a retry with the same key doesn't count the photo again
    const counted = await untilAborted(counting, signal)
    if (typeof counted === 'object' || counted === 'refused') return false
    const coverage = matte && new Blob([await deflate(matte.coverage, 'deflate-raw')])
    const next: BatchItem = {
      ...item,
      state: 'done',
      subject,
      matte: matte && { width: matte.width, height: matte.height, model: matte.model },
      thumbnail,
      missingScripts,
      hidesText,
      isCounted: item.isCounted || counted === 'counted',
    }
    const files: ReadonlyMap<string, Blob> = coverage ? new Map([[matteFileName(item.id), coverage]]) : new Map()
    const error = await write({ items: [next], files })
    if (error) await write({ items: [markFailed(item, error === 'full' ? 'no-room' : 'not-stored')] })
    return true
  }

  private async count(item: BatchItem) {
    const { account, state, refreshAllowance } = this.context
    const counted = await account.countImage(item.countKey)
    if (state.allowance?.photos !== null) await refreshAllowance()
    return counted
  }

  private async photo(item: BatchItem): Promise<BatchPhoto | null> {
    const { id, name, subject, matte } = item
    const blob = await this.context.file(photoFileName(id))
    if (!blob) return null
    const { record } = this.context.state
    const texts = columnsOf(record, item)
    const placeholders = placeholdersOf(record, item)
    const photo = { id, file: new File([blob], name, { type: blob.type }), texts, placeholders }
    if (subject === null) return { ...photo, known: null }
    if (!matte) return { ...photo, known: { subject, matte: null } }
    const coverage = await this.coverage(item, matte)
    // if the stored matte is missing, the renderer segments the photo again
    return { ...photo, known: coverage && { subject, matte: { ...matte, coverage } } }
  }

  private async coverage({ id }: BatchItem, { width, height }: { width: number; height: number }) {
    const stored = await this.context.file(matteFileName(id))
    return stored && inflateExactly(new Uint8Array(await stored.arrayBuffer()), width * height)
  }

  private async rendererWithTemplate(): Promise<BatchRenderer | null> {
    const { state, file } = this.context
    const { design: template, owner } = state.record
    const renderer = await this.renderer()
    if (this.hasTemplate) return renderer
    this.hasTemplate =
      template !== null &&
      (await renderer.openTemplate(template, template.kind === 'file' ? await file(templateFileName(owner)) : null))
    return this.hasTemplate ? renderer : null
  }
}
