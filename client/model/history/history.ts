/**
 * The history of a document, with undo and redo. A step stores the changed records before and after the change.
 * Snapshots share unchanged records (valtio's structural sharing), so comparing two snapshots is cheap.
 */
import { proxy, snapshot } from 'valtio/vanilla'
import type { Document, DocumentSnapshot } from '../document/document.ts'
import { amendedDocument, diff, invert, StepStacks, write } from './changes.ts'

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

/** Undo and redo for a document (a valtio proxy). All changes to the document must be made through the history. */
export class History {
  /**
   * A valtio proxy for buttons and menus. `undo`, `redo`: label of the step that would be undone or redone, or null if
   * there is none. `version` increases with every step, undo, redo and canceled gesture, but not if steps are merged,
   * because then the document doesn't change.
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
   * Returns the document before the undo step that `transact` would add with the key `merge`. If that step would be
   * merged into the last step, returns the document before the last step. First commits an open gesture.
   */
  startOf(merge: string): DocumentSnapshot {
    return this.steps.startOf(this.startStep(), { merge, at: this.now() })
  }

  /** A mark of the last undo step, for `mergeBack`. The open gesture is not part of the marked steps. */
  get mark(): number {
    return this.steps.mark
  }

  /** Merges the last steps after `mark` if they changed only the record `key`. Removes them if they have no effect. */
  mergeBack(key: keyof Document | `layer:${string}`, mark: number): void {
    this.startStep()
    this.steps.mergeBack(key, mark)
    Object.assign(this.state, this.steps.labels)
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

  /** True if an open gesture has changed something. */
  get hasOpenEdit(): boolean {
    return this.open !== null && diff(this.open.before, this.read()).size > 0
  }

  /** Undoes the last step. If an open gesture has changed something, cancels the gesture instead. */
  undo(): void {
    if (this.hasOpenEdit) {
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
   * later, such as the subject or a better matte. Fields that a step has set to a different value don't change. A layer
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

  /**
   * Replaces the document, and each document that undo and redo can restore, by the result of `amend`, without adding a
   * step. Used instead of `amend` if the new values depend on other values of the same document. An open gesture isn't
   * ended. `amend` must be pure and return the same object if it changes nothing.
   */
  amendEach(amend: (doc: DocumentSnapshot) => DocumentSnapshot): void {
    this.checkForOutsideWrites()
    const now = this.read()
    const before = this.open?.before ?? now
    this.steps.amendEach(before, amend)
    if (this.open) this.open.before = amend(before)
    write(this.doc, diff(now, amend(now)))
    this.expected = this.read()
  }

  /**
   * Yields every record that undo or redo can restore: those of the newest undo step first, then those of each older step.
   * The pixels of these records must not be freed.
   */
  *reachable(): Iterable<unknown[]> {
    const [newest = [], ...older] = this.steps.records()
    yield this.open ? [this.open.before, ...newest] : newest
    yield* older
  }

  /** Drops all undo steps except the `count` newest ones, at least 1. */
  keepNewest(count: number): void {
    this.steps.keepNewest(count)
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
