/** The steps that undo and redo would take. */
import { amendedChanges, type Changes, merged } from './changes.ts'

/** One step of the undo history. */
export interface Step {
  /** Text for menus, such as 'Move layer'. */
  label: string
  /** Steps with the same key in quick succession become one; null = never. */
  merge: string | null
  /** Time of the step, ms. */
  at: number
  changes: Changes
}

/** Steps with the same merge key within this time become one step: arrow keys on one control. */
const MERGE_WINDOW_MS = 500

/** Two stacks of steps; a step that is undone moves from one to the other. */
export class StepStacks {
  private readonly limit: number
  private undos: Step[] = []
  private redos: Step[] = []

  /** `limit`: maximum number of undo steps; the oldest ones are dropped. */
  constructor(limit: number) {
    this.limit = limit
  }

  /** Labels of the steps that undo and redo would take; null = there is none. */
  get labels(): { undo: string | null; redo: string | null } {
    return { undo: this.undos.at(-1)?.label ?? null, redo: this.redos.at(-1)?.label ?? null }
  }

  /** Adds a new step and clears redo. Merges the step into the last one if their keys and times allow it. */
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

  /** Moves the last step to redo and returns it; undefined = nothing to undo. */
  undo(): Step | undefined {
    const step = this.undos.pop()
    if (step) this.redos.push(step)
    return step
  }

  /** Moves the step that was undone last back to undo and returns it; undefined = nothing to redo. */
  redo(): Step | undefined {
    const step = this.redos.pop()
    if (step) this.undos.push(step)
    return step
  }

  clear(): void {
    this.undos = []
    this.redos = []
  }

  /** Writes an amendment into every step. */
  amend(amendment: Changes): void {
    const amended = (step: Step) => ({ ...step, changes: amendedChanges(step.changes, amendment) })
    this.undos = this.undos.map(amended)
    this.redos = this.redos.map(amended)
  }

  /** Every record that a step can restore. */
  *records(): Iterable<unknown> {
    for (const { changes } of [...this.undos, ...this.redos])
      for (const { before, after } of changes.values()) {
        yield before
        yield after
      }
  }
}
