/**
 * The draw tool (spec §4, §5): the pencil adds points to a stroke, the eraser cuts strokes where it touches them. One
 * gesture is one step of history. Without a pointer the pen is moved by the arrow keys and set down by Enter.
 */
import type { Point } from '../../base/geometry.ts'
import { mayAddLayers } from '../../layers/actions.ts'
import { snapshotOf } from '../../session/session.ts'
import { select } from '../../session/ui/selection.ts'
import type { Tool, ToolContext, ToolEntry } from '../tool.ts'
import { startErasing } from './eraser.ts'
import { createKeyPen } from './keyPen.ts'
import { startPencil } from './pencil.ts'
import { ring } from './ring.ts'

/** What the pointer does between down and up; CSS px. */
export interface Stroking {
  to(at: Point, pressure: number | null): void
  /** Keep what was done; what is no stroke leaves no trace. */
  end(): void
  cancel(): void
}

export const DRAW: ToolEntry = { create: createDrawTool, isOn: ({ draw }) => draw.isOn }

export function createDrawTool(context: ToolContext): Tool {
  const { session, feedback } = context
  let stroking: Stroking | null = null

  function start(): boolean {
    if (!mayAddLayers({ doc: snapshotOf(session), ui: session.ui })) return false
    select(session.ui)
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
  const pen = createKeyPen(context, {
    start,
    to: (at) => stroking?.to(at, null),
    end,
    cancel,
    isDown: () => stroking !== null,
  })

  return {
    down({ at, type, pressure }) {
      if (!start()) return false
      stroking?.to(at, type === 'pen' ? pressure : null)
      feedback.show({ furniture: ring(context, at) })
      return true
    },
    move({ at, type, samples }) {
      for (const sample of samples) stroking?.to(sample.at, type === 'pen' ? sample.pressure : null)
      feedback.show({ furniture: ring(context, at) })
    },
    up: end,
    cancel,
    hover: (at) => (at ? feedback.show({ furniture: ring(context, at) }) : feedback.clear()),
    key: pen.key,
    cursor: () => 'crosshair',
  }
}
