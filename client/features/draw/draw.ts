/**
 * The draw tool. The pencil adds points to a stroke, and the eraser cuts strokes under its disc. Each gesture is one
 * undo step. With the keyboard, arrow keys move the pen, and Enter starts and ends a stroke.
 */

import { createKeyPen } from '#client/editor/tools/keyboardPen.ts'
import { SELECT } from '#client/editor/tools/select.ts'
import type { Tool, ToolContext, ToolEntry } from '#client/editor/tools/tool.ts'
import type { Point } from '#client/kit/geometry/geometry.ts'
import { mayAddLayers } from '#client/layers/actions.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { select as selectLayers } from '#client/model/session/ui/selection.ts'
import type { ToolOverlay } from '#client/render/compositor/Stage.tsx'
import { type StrokeGesture, startErasing, startPencil } from './strokes.ts'

export const DRAW: ToolEntry = { create: createDrawTool, isOn: ({ draw }) => draw.isOn === true, fadesSelection: true }

/**
 * The tool of the Draw tab until the user switches the drawing mode on or off. Pressing a layer selects the layer, or
 * the subject if it can be moved. Other drags draw, and switch the drawing mode on. The eraser erases everywhere.
 */
export const FIRST_STROKE: ToolEntry = {
  isOn: ({ draw }) => draw.isOn === null,
  selects: true,
  create(context) {
    const { session } = context
    const { ui } = session
    const [select, brush] = [SELECT.create(context), createDrawTool(context)]
    const isErasing = () => ui.draw.tool === 'eraser'
    let running: Tool | null = null
    let before = { layers: snapshotOf(session).layers, selection: [...ui.selection] }
    function toolAt(at: Point): Tool {
      const isFree = isErasing() || select.cursor(at) === 'default'
      return running ?? (isFree && mayAddLayers({ doc: snapshotOf(session), ui }) ? brush : select)
    }
    return {
      down(input) {
        before = { layers: snapshotOf(session).layers, selection: [...ui.selection] }
        const erases = isErasing() && mayAddLayers({ doc: snapshotOf(session), ui })
        if (!erases && select.down(input)) running = select
        else running = brush.down(input) ? brush : null
        return running !== null
      },
      move: (input) => running?.move(input),
      up() {
        running?.up()
        if (running === brush && snapshotOf(session).layers !== before.layers) ui.draw.isOn = true
        running = null
      },
      tap: () => select.tap?.(),
      cancel() {
        running?.cancel()
        if (running === brush) selectLayers(ui, ...before.selection)
        running = null
      },
      hover: (at) => brush.hover?.(at && toolAt(at) === brush ? at : null),
      cursor: (at) => toolAt(at).cursor(at),
    }
  },
}

function createDrawTool(context: ToolContext): Tool {
  const { session, feedback } = context
  let stroking: StrokeGesture | null = null

  function start(): boolean {
    if (!mayAddLayers({ doc: snapshotOf(session), ui: session.ui })) return false
    selectLayers(session.ui)
    stroking = session.ui.draw.tool === 'pencil' ? startPencil(context) : startErasing(context)
    return true
  }
  function end() {
    stroking?.end()
    stroking = null
  }
  function cancel() {
    stroking?.cancel()
    stroking = null
    feedback.clear()
  }
  function show(at: Point | null) {
    if (at) feedback.show({ toolOverlay: brushRing(session.ui.draw.size, at) })
    else feedback.clear()
  }
  const key = createKeyPen(context, {
    show,
    start,
    to: (at) => stroking?.to(at, null),
    end,
    cancel,
    isDown: () => stroking !== null,
    putAway() {
      session.ui.draw.isOn = false
    },
  })

  return {
    down({ at, type, pressure }) {
      if (!start()) return false
      stroking?.to(at, type === 'pen' ? pressure : null)
      show(at)
      return true
    },
    move({ at, type, samples }) {
      for (const sample of samples) stroking?.to(sample.at, type === 'pen' ? sample.pressure : null)
      show(at)
    },
    up: end,
    cancel,
    hover: show,
    key,
    cursor: () => 'crosshair',
  }
}

/**
 * Returns an overlay with the outline of the brush around `at` (CSS px). `size`: diameter in document px. A dark and a
 * light circle make the outline visible on every photo.
 */
function brushRing(size: number, at: Point): ToolOverlay {
  return (graphics, { zoom }) => {
    const radius = Math.max(1, (size / 2) * zoom)
    graphics.circle(at.x, at.y, radius + 1).stroke({ width: 1, color: 0x000000, alpha: 0.6 })
    graphics.circle(at.x, at.y, radius).stroke({ width: 1, color: 0xffffff, alpha: 0.9 })
  }
}
