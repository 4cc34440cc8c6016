/**
 * The history of a document, with undo and redo. A step stores the changed records before and after the change.
 * Snapshots share unchanged records (valtio's structural sharing), so comparing two snapshots is cheap.
 */
import { proxy, snapshot } from 'valtio/vanilla'
import { isEqual } from '#client/kit/values/identity.ts'
import type { Document, DocumentSnapshot } from '../document/document.ts'
import { amendedChanges, amendedDocument, type Changes, diff, invert, merged, write } from './changes.ts'

/** An undo step that is open until it is committed or canceled, for example during a drag or a slider movement. */
export interface Gesture {
  /** False after the gesture was committed or canceled. The document must then not be written any more. */
  readonly isOpen: boolean
  /** Ends the gesture. All its writes become one undo step. Does nothing if the gesture has already ended. */
  commit(): void
  /** Ends the gesture and restores the document as it was before. Does nothing if the gesture has already ended. */
  cancel(): void
}

export interface HistoryOptions {
  /** Maximum number of undo steps. By default 500. */
  limit?: number
  /** Returns the current time in ms. Tests replace this function. */
  now?: () => number
  /** If true, the history throws if other code has changed the document. Used in development and tests. */
  isStrict?: boolean
}

/** The open gesture, and the document before the gesture. */
interface OpenGesture {
  label: string
  before: DocumentSnapshot
}

/** Undo and redo for a document (a valtio proxy). All changes of the document must be made through the history. */
export class History {
  /**
   * A valtio proxy for buttons and menus. `undo`, `redo`: label of the step that would be undone or redone, or null if
   * there is none. `version` increases with every step, undo, redo and canceled gesture.
   */
  readonly state = proxy({ undo: null as string | null, redo: null as string | null, version: 0 })
  private readonly doc: Document
  private readonly now: () => number
  private readonly isStrict: boolean
  private readonly steps: StepStacks
  private open: OpenGesture | null = null
  /** The document after the history's last write. If a later snapshot differs, other code has changed the document. */
  private expected: DocumentSnapshot

  constructor(doc: Document, { limit = 500, now = Date.now, isStrict = false }: HistoryOptions = {}) {
    this.doc = doc
    this.now = now
    this.isStrict = isStrict
    this.steps = new StepStacks(limit)
    this.expected = this.read()
  }

  /**
   * Runs `edit` (synchronous) as one undo step and returns its value. First commits an open gesture. If `edit` changes
   * nothing, no step is added. Steps with the same `merge` key within half a second are merged. @throws the error of
   * `edit`, after restoring the document
   */
  transact<T>(label: string, edit: () => T, merge?: string): T {
    const before = this.startStep()
    try {
      const value = edit()
      this.push(label, before, merge ?? null)
      return value
    } catch (error) {
      this.restore(before)
      throw error
    }
  }

  /**
   * Merges the last steps if they changed only the record `key`, back to the step that changed this record from the
   * value `start`.
   */
  mergeBack(key: keyof Document | `layer:${string}`, start: unknown): void {
    this.startStep()
    this.steps.mergeBack(key, start)
    this.updateState()
  }

  /** Opens a gesture. All writes until `commit` become one undo step. First commits an open gesture. */
  begin(label: string): Gesture {
    const mine: OpenGesture = { label, before: this.startStep() }
    this.open = mine
    const isOpen = () => this.open === mine
    return {
      get isOpen() {
        return isOpen()
      },
      commit: () => {
        if (isOpen()) this.commitGesture()
      },
      cancel: () => {
        if (isOpen()) this.cancelGesture()
      },
    }
  }

  /** True while a gesture is open. Painters may then paint a draft, which is faster but has a lower quality. */
  get isOpen(): boolean {
    return this.open !== null
  }

  /** Undoes the last step. If an open gesture has changed something, cancels the gesture instead. */
  undo(): void {
    if (this.open && diff(this.open.before, this.read()).size > 0) {
      this.cancelGesture()
      return
    }
    this.startStep()
    const step = this.steps.undo()
    if (!step) return
    write(this.doc, invert(step.changes))
    this.updateState()
  }

  redo(): void {
    this.startStep()
    const step = this.steps.redo()
    if (!step) return
    write(this.doc, step.changes)
    this.updateState()
  }

  /** Clears the undo and redo steps, then runs `edit`, which opens a new document. */
  restart(edit: () => void): void {
    this.open = null
    this.steps.clear()
    edit()
    this.updateState()
  }

  /**
   * Applies `edit` to the document and to all undo and redo steps, without adding a step. Used for results that arrive
   * later, such as the subject or a better matte. Fields that a step has set to another value don't change. A layer
   * that `edit` adds exists in all states that undo and redo restore. An open gesture isn't ended.
   */
  amend(edit: () => void): void {
    this.checkForOutsideWrites()
    const before = this.read()
    edit()
    this.expected = this.read()
    const changes = diff(before, this.expected)
    this.steps.amend(changes)
    if (this.open) this.open.before = amendedDocument(this.open.before, changes)
  }

  /** Yields every record that undo or redo can restore. The pixels of these records must not be freed. */
  *reachable(): Iterable<unknown> {
    if (this.open) yield this.open.before
    yield* this.steps.records()
  }

  private read(): DocumentSnapshot {
    return snapshot(this.doc) as DocumentSnapshot
  }

  /** Commits an open gesture. Returns the document, which is the state before the new step. */
  private startStep(): DocumentSnapshot {
    this.commitGesture()
    this.checkForOutsideWrites()
    return this.read()
  }

  private commitGesture(): void {
    if (!this.open) return
    const { label, before } = this.open
    this.open = null
    this.push(label, before, null)
  }

  private cancelGesture(): void {
    if (!this.open) return
    const { before } = this.open
    this.open = null
    this.restore(before)
  }

  /** Adds a step with the changes since `before`. Does nothing if nothing has changed. */
  private push(label: string, before: DocumentSnapshot, merge: string | null): void {
    const changes = diff(before, this.read())
    if (changes.size > 0) this.steps.push({ label, merge, at: this.now(), changes })
    this.updateState()
  }

  private restore(before: DocumentSnapshot): void {
    write(this.doc, diff(this.read(), before))
    this.updateState()
  }

  /** Updates the labels and the version in `state`. Also stores the document, for `checkForOutsideWrites`. */
  private updateState(): void {
    this.expected = this.read()
    Object.assign(this.state, this.steps.labels)
    this.state.version += 1
  }

  private checkForOutsideWrites(): void {
    if (this.isStrict && !this.open && this.read() !== this.expected)
      throw new Error('the document was written outside history')
  }
}

export interface Step {
  /** Label for menus, such as 'Move layer'. */
  label: string
  /** Successive steps with the same merge key within MERGE_WINDOW_MS are merged. Null = never merged. */
  merge: string | null
  /** Time of the step, ms. */
  at: number
  changes: Changes
}

/** Steps with the same merge key are merged within this time, ms. Example: repeated arrow keys. */
const MERGE_WINDOW_MS = 500

/** The undo stack and the redo stack. Undo and redo move a step from one stack to the other. */
class StepStacks {
  private readonly limit: number
  private undos: Step[] = []
  private redos: Step[] = []

  /** `limit`: maximum number of undo steps. If there are more, the oldest are dropped. */
  constructor(limit: number) {
    this.limit = limit
  }

  /** Labels of the steps that would be undone and redone. Null if there is no such step. */
  get labels(): { undo: string | null; redo: string | null } {
    return { undo: this.undos.at(-1)?.label ?? null, redo: this.redos.at(-1)?.label ?? null }
  }

  /** Adds a new step and clears the redo stack. Merges the step into the last step if their keys and times allow it. */
  push(step: Step): void {
    const last = this.undos.at(-1)
    const joins = last && step.merge !== null && last.merge === step.merge && this.redos.length === 0
    if (joins && step.at - last.at < MERGE_WINDOW_MS) {
      this.undos.pop()
      const changes = merged(last.changes, step.changes)
      if (changes.size > 0) this.undos.push({ ...step, changes })
    } else this.undos.push(step)
    if (this.undos.length > this.limit) this.undos.shift()
    this.redos = []
  }

  /** See `History.mergeBack`. */
  mergeBack(key: string, start: unknown): void {
    let step = this.undos.pop()
    while (step) {
      const last = this.undos.at(-1)
      const change = last?.changes.size === 1 ? last.changes.get(key) : undefined
      if (!last || !change || isEqual(step.changes.get(key)?.before, start)) break
      this.undos.pop()
      step = { ...step, changes: merged(last.changes, step.changes) }
    }
    if (step) this.undos.push(step)
  }

  /** Moves the last step to the redo stack and returns it. Undefined if there is no step to undo. */
  undo(): Step | undefined {
    const step = this.undos.pop()
    if (step) this.redos.push(step)
    return step
  }

  /** Moves the last undone step back to the undo stack and returns it. Undefined if there is no step to redo. */
  redo(): Step | undefined {
    const step = this.redos.pop()
    if (step) this.undos.push(step)
    return step
  }

  clear(): void {
    this.undos = []
    this.redos = []
  }

  /** Applies the amendment to all undo and redo steps, so that they don't restore the values before the amendment. */
  amend(amendment: Changes): void {
    const amended = (step: Step) => ({ ...step, changes: amendedChanges(step.changes, amendment) })
    this.undos = this.undos.map(amended)
    this.redos = this.redos.map(amended)
  }

  /** Yields every record that a step can restore. */
  *records(): Iterable<unknown> {
    for (const { changes } of [...this.undos, ...this.redos])
      for (const { before, after } of changes.values()) {
        yield before
        yield after
      }
  }
}
