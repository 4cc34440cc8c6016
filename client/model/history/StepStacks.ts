/** The stacks of steps that undo and redo take. */
import { amendedChanges, type Changes, merged } from './changes.ts'

export interface Step {
  /** Text for menus, such as 'Move layer'. */
  label: string
  /** Successive steps with the same key within MERGE_WINDOW_MS become one step; null = never. */
  merge: string | null
  /** Time of the step, ms. */
  at: number
  changes: Changes
}

/** Maximum time between steps with the same merge key that become one step, such as presses of an arrow key, ms. */
const MERGE_WINDOW_MS = 500

/** An undo stack and a redo stack. Undo and redo move a step from one stack to the other. */
export class StepStacks {
  private readonly limit: number
  private undos: Step[] = []
  private redos: Step[] = []

  /** `limit`: maximum number of undo steps. The oldest steps beyond the limit are dropped. */
  constructor(limit: number) {
    this.limit = limit
  }

  /** Labels of the steps that undo and redo would take; null = no such step. */
  get labels(): { undo: string | null; redo: string | null } {
    return { undo: this.undos.at(-1)?.label ?? null, redo: this.redos.at(-1)?.label ?? null }
  }

  /** Adds a new step and clears redo. Merges the step into the last step if keys and times allow it. */
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

  /** Moves the last step to the redo stack and returns the step; undefined = nothing to undo. */
  undo(): Step | undefined {
    const step = this.undos.pop()
    if (step) this.redos.push(step)
    return step
  }

  /** Moves the last undone step back to the undo stack and returns the step; undefined = nothing to redo. */
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

  /** Yields every record that a step can restore. */
  *records(): Iterable<unknown> {
    for (const { changes } of [...this.undos, ...this.redos])
      for (const { before, after } of changes.values()) {
        yield before
        yield after
      }
  }
}
