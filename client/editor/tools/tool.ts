/**
 * The interface of a tool. The code for pointer events, keys and the stage calls it. Each tab lists its tools, and the
 * open tab decides which tool is active. A tool passes its overlays to `context.feedback`.
 */
import type { Point } from '#client/kit/geometry/geometry.ts'
import type { Session } from '#client/model/session/session.ts'
import type { Ui } from '#client/model/session/ui/ui.ts'
import type { Viewport } from '#client/render/compositor/viewport.ts'
import type { FlowHost } from '../flows/host.ts'
import type { Feedback } from './feedback.ts'
import type { Modifiers } from './heldKeys.ts'
import type { TransformTable } from './targets.ts'

export interface PointerSample {
  /** CSS px from the canvas's top left corner. `toDocument` in compositor/viewport.ts converts to document px. */
  at: Point
  /** Between 0 and 1; 0.5 if the device reports no pressure. */
  pressure: number
  timeMs: number
}

/** The parts of a pointer event that a tool receives. */
export interface PointerInput extends PointerSample {
  type: 'mouse' | 'pen' | 'touch'
  keys: Modifiers
  /** All positions since the last event, oldest first. The last position is this event's own. */
  samples: readonly PointerSample[]
}

/** A tool. Only the active tool receives pointer and key events. */
export interface Tool {
  /**
   * Handles a pointer down. Returns true when a gesture begins. The tool then receives all inputs until `up` or
   * `cancel`.
   */
  down(input: PointerInput): boolean
  move(input: PointerInput): void
  /** Ends the gesture and commits its result. A change of the tab or the canvas size also ends the gesture. */
  up(): void
  /** Handles a tap with a finger whose pointer down began no gesture. */
  tap?(): void
  /** Ends the gesture and undoes its effect. Also called when the tool is closed. The tool then removes its overlay. */
  cancel(): void
  /**
   * Called with the position (CSS px) when the pointer moves without a pressed button, and with null when the pointer
   * leaves the canvas.
   */
  hover?(at: Point | null): void
  /**
   * Handles a key before the shortcut table does. The name has the table's notation, such as `Mod+Z`. Names of arrow
   * keys don't include Shift; see `isShifted`. Returns true when the tool has used the key.
   */
  key?(name: string, isShifted: boolean): boolean
  /** Returns the CSS cursor at a position, CSS px. */
  cursor(at: Point): string
}

export interface ToolContext {
  readonly session: Session
  readonly viewport: Viewport
  readonly kinds: TransformTable
  readonly feedback: Feedback
  readonly flow: FlowHost['flow']
}

/**
 * A tool of a tab. In the open tab, the first tool whose `isOn` is true is active. If there is none, the select tool is
 * active.
 */
export interface ToolEntry {
  create(context: ToolContext): Tool
  /** Returns true while the tool is switched on. Absent = on while its tab is open. */
  isOn?(ui: Ui): boolean
}
