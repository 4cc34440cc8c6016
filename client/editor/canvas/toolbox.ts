import { subscribe } from 'valtio/vanilla'
import type { Point } from '../../kit/base/geometry.ts'
import type { Ui } from '../../model/session/ui/ui.ts'
import { type Pinch, startPinch } from './pinch.ts'
import type { Tool, ToolContext, ToolEntry } from './tool.ts'

/**
 * The toolbox: decides which tool is active, and runs at most one gesture. A gesture ends with the tool's `up` or
 * `cancel`; the toolbox also ends it after an edit from elsewhere, a resized canvas or a change of the tab.
 */
export interface Toolbox extends Required<Tool> {
  readonly isGesturing: boolean
  /** Two fingers are down, CSS px. The first call starts a pinch and cancels the gesture of the first finger. */
  pinch(a: Point, b: Point): void
  dispose(): void
}

/** Creates the toolbox. `choose` returns the entry of the active tool for the state of the interface. */
export function createToolbox(context: ToolContext, choose: (ui: Ui) => ToolEntry): Toolbox {
  const { session, viewport, feedback } = context
  const { history, ui } = session
  const made = new Map<ToolEntry, Tool>()
  let entry = choose(ui)
  let pinching: Pinch | null = null
  let running: Tool | null = null
  /** History's version after the running tool's last call. Another version now means an edit from elsewhere. */
  let version = 0
  let canvas = viewport.get().canvas

  function toolOf(wanted: ToolEntry): Tool {
    const known = made.get(wanted) ?? wanted.create(context)
    made.set(wanted, known)
    return known
  }

  function active(): Tool {
    const wanted = choose(ui)
    if (wanted !== entry) {
      up()
      toolOf(entry).cancel()
      feedback.clear()
      entry = wanted
    }
    return toolOf(entry)
  }

  /** Calls the running tool, or cancels its gesture when the document was edited from elsewhere. */
  function turn(act: (tool: Tool) => void) {
    if (!running) return
    if (history.state.version !== version) return cancel()
    act(running)
    version = history.state.version
  }

  function up() {
    turn((tool) => tool.up())
    running = null
    pinching?.end()
    pinching = null
  }

  function cancel() {
    const tool = running
    running = null
    tool?.cancel()
    pinching?.cancel()
    pinching = null
  }

  const stops = [
    subscribe(ui, () => void active()),
    subscribe(history.state, () => turn(() => {})),
    viewport.subscribe(() => {
      const { width, height } = viewport.get().canvas
      const isResized = width !== canvas.width || height !== canvas.height
      canvas = viewport.get().canvas
      // The same position on the screen is now another one in the document.
      if (isResized) up()
    }),
  ]

  return {
    get isGesturing() {
      return running !== null || pinching !== null
    },
    down(input) {
      const tool = active()
      if (!tool.down(input)) return false
      running = tool
      version = history.state.version
      return true
    },
    move: (input) => turn((tool) => tool.move(input)),
    up,
    cancel,
    hover: (at) => active().hover?.(at),
    key: (name, isShifted) => active().key?.(name, isShifted) ?? false,
    cursor: (at) => (running ?? active()).cursor(at),
    pinch(a, b) {
      if (pinching) return pinching.move(a, b)
      cancel()
      pinching = startPinch(context, a, b)
    },
    dispose() {
      cancel()
      for (const stop of stops) stop()
    },
  }
}
