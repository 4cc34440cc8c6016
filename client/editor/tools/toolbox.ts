import { subscribe } from 'valtio/vanilla'
import { stopAll } from '#client/kit/async/listeners.ts'
import type { Point } from '#client/kit/geometry/geometry.ts'
import type { Ui } from '#client/model/session/ui/ui.ts'
import { type Pinch, startPinch } from './pinch.ts'
import type { PointerInput, Tool, ToolContext, ToolEntry } from './tool.ts'

/**
 * Decides which tool is active, and runs at most one gesture. A gesture ends with the tool's `up` or `cancel`. The
 * toolbox also ends a gesture after an edit by other code, a resized canvas or a change of the tab.
 */
export class Toolbox implements Required<Tool> {
  private readonly context: ToolContext
  private readonly choose: (ui: Ui) => ToolEntry
  private readonly created = new Map<ToolEntry, Tool>()
  private readonly unsubscribe: () => void
  private entry: ToolEntry
  private pinching: Pinch | null = null
  /** The tool whose last pointer down began no gesture, or null. A pinch then changes the view. */
  private idle: Tool | null = null
  /** The tool whose gesture is running, or null. */
  private running: Tool | null = null
  /**
   * History's version after the running tool's last call. Another version means that other code edited the document.
   */
  private version = 0

  /** `choose` returns the active tool's entry for the state of the interface. */
  constructor(context: ToolContext, choose: (ui: Ui) => ToolEntry) {
    const { session, viewport } = context
    this.context = context
    this.choose = choose
    this.entry = choose(session.ui)
    this.unsubscribe = stopAll([
      subscribe(session.ui, () => void this.active()),
      subscribe(session.history.state, () => this.callRunning(() => {})),
      // ends the gesture, because after a resize the pointer is over another position of the document
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

  hover(at: Point | null): void {
    this.active().hover?.(at)
  }

  key(name: string, isShifted: boolean): boolean {
    return this.active().key?.(name, isShifted) ?? false
  }

  cursor(at: Point): string {
    return (this.running ?? this.active()).cursor(at)
  }

  /**
   * Called while two fingers are down, at `a` and `b` (CSS px). The first call starts a pinch and cancels the first
   * finger's gesture.
   */
  pinch(a: Point, b: Point): void {
    if (this.pinching) {
      this.pinching.move(a, b)
      return
    }
    this.cancel()
    this.pinching = startPinch(this.context, a, b, this.idle !== null)
  }

  dispose(): void {
    this.cancel()
    this.unsubscribe()
  }

  /** Returns the active tool. If another tool has become active, closes the previous tool first. */
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

  /** Calls the running tool. If other code has edited the document, cancels the tool's gesture instead. */
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
