/**
 * What a tool is. The pointer, the keys and the stage know nothing else of select, draw, brush or pick: a tab names
 * its tools, and the open tab decides which one has the canvas. What a tool wants drawn over the stage it hands to
 * `context.feedback`.
 */
import type { Point } from '../../kit/base/geometry.ts'
import type { Session } from '../../model/session/session.ts'
import type { Ui } from '../../model/session/ui/ui.ts'
import type { Viewport } from '../../render/compositor/viewport.ts'
import type { Feedback } from './feedback.ts'
import type { Modifiers } from './heldKeys.ts'
import type { TransformTable } from './targets.ts'

export interface PointerSample {
  /** CSS px from the canvas' top left corner; `toDocument` in compositor/viewport.ts makes document px of it. */
  at: Point
  /** 0..1; 0.5 where the device cannot tell. */
  pressure: number
  timeMs: number
}

export interface PointerInput extends PointerSample {
  type: 'mouse' | 'pen' | 'touch'
  keys: Modifiers
  /** Every place since the last event, oldest first; the last one is this input's own. */
  samples: readonly PointerSample[]
}

export interface Tool {
  /** True when something was grabbed: what follows until `up` or `cancel` belongs to this tool. */
  down(input: PointerInput): boolean
  move(input: PointerInput): void
  /** The end of the gesture; also called when a key or a resized window ends it early. */
  up(): void
  /** The gesture leaves no trace. Also called when the tool is put away: nothing of its toolOverlay may stay. */
  cancel(): void
  /** The pointer moves with nothing pressed; null = it has left the canvas. */
  hover?(at: Point | null): void
  /** A key as the shortcut table writes it (`Mod+Z`; of arrows it says no Shift), before the table is asked. True = taken. */
  key?(name: string, isShifted: boolean): boolean
  /** The CSS cursor at a place, CSS px. */
  cursor(at: Point): string
}

/** Who can say what the photo shows at a place. Places are photo px. */
export interface Choosing {
  /** The pointer rests there, or nowhere. */
  point(at: Point | null, adds: boolean): void
  click(at: Point, adds: boolean): void
  box(from: Point, to: Point, adds: boolean): void
}

export interface ToolContext {
  readonly session: Session
  readonly viewport: Viewport
  readonly kinds: TransformTable
  readonly feedback: Feedback
  readonly choosing: Choosing
}

/** A tool in a table. Of those that the open tab names the first that is on has the canvas; without one, select has. */
export interface ToolEntry {
  /** It acts at the press and is done: there is no gesture that anything could end. */
  isPress?: true
  create(context: ToolContext): Tool
  /** Absent = on as long as its tab is open. */
  isOn?(ui: Ui): boolean
}
