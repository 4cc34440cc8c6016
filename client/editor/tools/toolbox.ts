import { subscribe } from 'valtio/vanilla'
import { stopAll } from '#client/kit/async/listeners.ts'
import type { Point } from '#client/kit/geometry/geometry.ts'
import { changeableSelection } from '#client/model/session/ui/subject.ts'
import type { Ui } from '#client/model/session/ui/ui.ts'
import { type Pinch, startPinch } from './pinch.ts'
import type { PointerInput, Tool, ToolContext, ToolEntry } from './tool.ts'

/**
 * Determines the active tool, and runs at most one gesture at a time. A gesture ends with the tool's `up` or `cancel`.
 * The toolbox also ends a gesture if other code edits the document, the canvas is resized or the tab changes.
 */
export class Toolbox implements Required<Tool> {
  private readonly context: ToolContext
  private readonly choose: (ui: Ui) => ToolEntry
  private readonly created = new Map<ToolEntry, Tool>()
  private readonly unsubscribe: () => void
  private entry: ToolEntry
  private pinching: Pinch | null = null
  /** The tool if its last pointer down has not started a gesture, otherwise null. If set, a pinch changes the view. */
  private idle: Tool | null = null
  /** The tool whose gesture is running, or null. */
  private running: Tool | null = null
  /**
   * Version of the history after the running tool's last call. If the version differs, other code has edited the
   * document.
   */
  private version = 0

  /** `choose` returns the active tool for a state of the interface. */
  constructor(context: ToolContext, choose: (ui: Ui) => ToolEntry) {
    const { session, viewport } = context
    this.context = context
    this.choose = choose
    this.entry = choose(session.ui)
    this.unsubscribe = stopAll([
      subscribe(session.ui, () => void this.active()),
      subscribe(session.history.state, () => this.callRunning(() => {})),
      // ends the gesture, because after resizing, the pointer is at a different position in the document
      viewport.onResize(() => this.up()),
    ])
  }

  get isGesturing(): boolean {
    return this.running !== null || this.pinching !== null
  }

  down(input: PointerInput): boolean {
    const tool = this.active()
    this.idle = tool.down(input) ? null : tool
    if (this.idle) return false
    this.running = tool
    this.version = this.context.session.history.state.version
    return true
  }

  move(input: PointerInput): void {
    this.callRunning((tool) => tool.move(input))
  }

  up(): void {
    this.callRunning((tool) => tool.up())
    this.running = null
    this.pinching?.end()
    this.pinching = null
  }

  tap(): void {
    this.idle?.tap?.()
  }

  cancel(): void {
    const tool = this.running
    this.running = null
    tool?.cancel()
    this.pinching?.cancel()
    this.pinching = null
  }

  hover(at: Point | null, isAlt = false): void {
    this.active().hover?.(at, isAlt)
  }

  key(name: string, isShifted: boolean): boolean {
    return this.active().key?.(name, isShifted) ?? false
  }

  cursor(at: Point): string {
    return (this.running ?? this.active()).cursor(at)
  }

  /**
   * Called while two fingers are at `a` and `b` (CSS px). The first call cancels the first finger's gesture and starts
   * a pinch.
   */
  pinch(a: Point, b: Point): void {
    if (this.pinching) {
      this.pinching.move(a, b)
      return
    }
    // nothing is selected while a brush draws, and `cancel` restores the selection
    const isOfView = this.idle !== null || changeableSelection(this.context.session.ui).length === 0
    this.cancel()
    this.pinching = startPinch(this.context, a, b, isOfView)
  }

  dispose(): void {
    this.cancel()
    this.unsubscribe()
  }

  /** Returns the active tool. If another tool has become active, first closes the previous tool. */
  private active(): Tool {
    const wanted = this.choose(this.context.session.ui)
    if (wanted !== this.entry) {
      this.up()
      this.toolOf(this.entry).cancel()
      this.context.feedback.clear()
      this.entry = wanted
    }
    return this.toolOf(this.entry)
  }

  private toolOf(entry: ToolEntry): Tool {
    const tool = this.created.get(entry) ?? entry.create(this.context)
    this.created.set(entry, tool)
    return tool
  }

  /** Calls the running tool. If other code has edited the document, cancels the gesture instead. */
  private callRunning(call: (tool: Tool) => void): void {
    const { state } = this.context.session.history
    if (!this.running) return
    if (state.version !== this.version) {
      this.cancel()
      return
    }
    call(this.running)
    this.version = state.version
  }
}
