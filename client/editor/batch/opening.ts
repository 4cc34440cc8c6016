import { type BatchChange, type BatchItem, type BatchStoreError, pictureOf } from '../storage/batchStore.ts'
import { failed, keysToSpare } from './items.ts'
import type { BatchRunner } from './runner.ts'
import type { BatchState } from './state.ts'

/** Dependencies of `BatchOpening`. */
export interface BatchOpeningDeps {
  state: BatchState
  runner: Pick<BatchRunner, 'run' | 'stop'>
  /** Stores a change and shows it. Resolves with the error, or null on success. */
  write(change: BatchChange): Promise<BatchStoreError | null>
  /** Returns a new idempotency key. */
  newKey(): string
  /** Aborted when the batch is closed. */
  signal: AbortSignal
}

/** Moves photos from the batch into projects of the editor. */
export class BatchOpening {
  /** Settles when the opening of a photo in the editor has succeeded or failed; null = no photo is being opened. */
  running: Promise<boolean> | null = null
  private readonly deps: BatchOpeningDeps

  constructor(deps: BatchOpeningDeps) {
    this.deps = deps
  }

  /**
   * Makes a project of a photo and passes it to `open`, which resolves with true when the project is open. Resolves
   * with false on failure, and at once while another photo is being opened or an export runs.
   */
  run(id: string, open: (file: Blob) => Promise<boolean>): Promise<boolean> {
    if (this.running || this.deps.state.exporting) return Promise.resolve(false)
    this.running = this.open(id, open).finally(() => {
      this.running = null
    })
    return this.running
  }

  private async open(id: string, open: (file: Blob) => Promise<boolean>): Promise<boolean> {
    const { runner, signal, write, newKey, state } = this.deps
    await runner.stop()
    const [item] = this.withId(id)
    const made = item && (await runner.run(item, signal, (renderer, photo) => renderer.project(photo, signal)))
    if (made && !made.ok) await this.notOpened(id, made.error)
    if (!made?.ok || !(await open(made.value))) return false
    const items = this.withId(id)
    const spareKeys = [...state.record.spareKeys, ...keysToSpare(items)]
    const opened = items.map((each): BatchItem => {
      const paid = each.payment === 'requested' ? ({ payment: 'none', creditKey: newKey() } as const) : {}
      return { ...each, ...paid, state: 'opened', picture: null }
    })
    await write({ record: { ...state.record, spareKeys }, items: opened, removedFiles: [pictureOf(id)] })
    return true
  }

  private async notOpened(id: string, error: string): Promise<void> {
    const { state, write } = this.deps
    if (error === 'template-lost') state.notice = error
    else if (error !== 'aborted') await write({ items: this.withId(id).map((item) => failed(item, error)) })
  }

  private withId(id: string): BatchItem[] {
    return this.deps.state.items.filter((item) => item.id === id)
  }
}
