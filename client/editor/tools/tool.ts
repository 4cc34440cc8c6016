/**
 * The interface of a tool. Code for pointer events, keys and the stage calls it. Each panel lists its tools, and the
 * open panel determines which tool is active. A tool passes its overlays to `context.feedback`.
 */
import type { Point } from '#client/kit/geometry/geometry.ts'
import type { Session } from '#client/model/session/session.ts'
import type { Ui } from '#client/model/session/ui/ui.ts'
import type { Viewport } from '#client/render/compositor/viewport.ts'
import type { FlowHost } from '../flows/flowHost.ts'
import type { Feedback } from './feedback.ts'
import type { Modifiers } from './heldKeys.ts'
import type { TransformTable } from './targets.ts'

export interface PointerSample {
  /**
   * Position in CSS px from the canvas's top left corner. `toDocument` in compositor/viewport.ts converts it to
   * document px.
   */
  at: Point
  /** Pressure, 0..1. It is 0.5 if the device doesn't measure pressure. */
  pressure: number
  timeMs: number
}

/** The parts of a pointer event that are passed to a tool. */
export interface PointerInput extends PointerSample {
  type: 'mouse' | 'pen' | 'touch'
  keys: Modifiers
  /** All positions since the last event, oldest first. The last item is the position of this event. */
  samples: readonly PointerSample[]
}

/** A tool. Only the active tool gets pointer and key events. */
export interface Tool {
  /**
   * Handles pointer down. Returns true if a gesture begins. In this case, the tool gets all input until `up` or
   * `cancel`.
   */
  down(input: PointerInput): boolean
  move(input: PointerInput): void
  /** Ends the gesture and applies its result. Also called when the tab or the canvas size changes. */
  up(): void
  /** Handles the tap of a finger if its pointer down has not started a gesture. */
  tap?(): void
  /** Ends the gesture, undoes its effect and removes the tool's overlay. Also called when the tool is closed. */
  cancel(): void
  /**
   * Called with the position (CSS px) when the pointer moves without a pressed button. Called with null when the
   * pointer leaves the canvas. `isAlt`: whether Alt is pressed.
   */
  hover?(at: Point | null, isAlt?: boolean): void
  /**
   * Handles a key before the shortcut table does. `name`: the key in the notation of the table, such as `Mod+Z`. For
   * arrow keys, Shift isn't part of the name; see `isShifted`. Returns true if the tool has handled the key.
   */
  key?(name: string, isShifted: boolean): boolean
  /** Returns the CSS cursor for a position in CSS px. */
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
 * A tool of a panel. In the open panel, the first tool whose `isOn` returns true is active. If there is none, the
 * select tool is active.
 */
export interface ToolEntry {
  create(context: ToolContext): Tool
  /** Returns true if the tool is switched on. If absent, the tool is on while its panel is open. */
  isOn?(ui: Ui): boolean
  /** If true, the selection is faint while the tool is active, because the user is assessing the whole image. */
  fadesSelection?: true
  /**
   * True if pressing a layer selects the layer. With this kind of tool, a double click edits text, and a right click or
   * long press opens the canvas's context menu. Other tools handle these gestures themselves.
   */
  selects?: true
}
