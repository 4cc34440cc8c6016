/**
 * The interface of a tool. Pointer, keys and stage know only this interface: a tab lists its tools, and the open tab
 * decides which one is active. A tool passes what it draws over the stage to `context.feedback`.
 */
import type { Point } from '../../kit/base/geometry.ts'
import type { Session } from '../../model/session/session.ts'
import type { Ui } from '../../model/session/ui/ui.ts'
import type { Viewport } from '../../render/compositor/viewport.ts'
import type { Feedback } from './feedback.ts'
import type { Modifiers } from './heldKeys.ts'
import type { TransformTable } from './targets.ts'

/** A position of the pointer. */
export interface PointerSample {
  /** CSS px from the canvas' top left corner; `toDocument` in compositor/viewport.ts converts to document px. */
  at: Point
  /** 0..1; 0.5 where the device reports no pressure. */
  pressure: number
  timeMs: number
}

/** What a tool receives of a pointer event. */
export interface PointerInput extends PointerSample {
  type: 'mouse' | 'pen' | 'touch'
  keys: Modifiers
  /** All positions since the last event, oldest first; the last one equals this input. */
  samples: readonly PointerSample[]
}

/** What receives pointer and keys while it is active. */
export interface Tool {
  /**
   * Handles a pointer down. Returns true when a gesture begins: the following inputs until `up` or `cancel` belong to this
   * tool.
   */
  down(input: PointerInput): boolean
  move(input: PointerInput): void
  /** Ends the gesture; also called when another tab of the editor or a resized canvas ends it early. */
  up(): void
  /** Ends the gesture without any effect. Also called when the tool is put away; it must remove its overlay then. */
  cancel(): void
  /** The pointer moves without a button held, CSS px; null = it has left the canvas. */
  hover?(at: Point | null): void
  /**
   * Handles a key in the notation of the shortcut table (`Mod+Z`; arrow keys without Shift, see `isShifted`) before the
   * table does. Returns true when the tool has used the key.
   */
  key?(name: string, isShifted: boolean): boolean
  /** Returns the CSS cursor at a position, CSS px. */
  cursor(at: Point): string
}

/** Receives what the user points at to choose the subject. Positions are photo px; `adds` is false to remove. */
export interface Choosing {
  /** The pointer rests at a position; null = nowhere. */
  point(at: Point | null, adds: boolean): void
  click(at: Point, adds: boolean): void
  box(from: Point, to: Point, adds: boolean): void
}

/** What a tool works with. */
export interface ToolContext {
  readonly session: Session
  readonly viewport: Viewport
  readonly kinds: TransformTable
  readonly feedback: Feedback
  readonly choosing: Choosing
}

/**
 * A tool in the table of a tab. The first tool of the open tab whose `isOn` is true is active; otherwise the select
 * tool is.
 */
export interface ToolEntry {
  /** The tool acts at the pointer down and has no gesture. */
  actsOnPointerDown?: true
  create(context: ToolContext): Tool
  /** Returns whether the tool is switched on; absent = while its tab is open. */
  isOn?(ui: Ui): boolean
}
