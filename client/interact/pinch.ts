/**
 * Two fingers: on a selected layer pinch scales and twist rotates (spec §4, decisions); else they zoom and pan the view.
 */
import type { Point } from '../base/geometry.ts'
import { panned, zoomedAt } from '../compositor/viewport.ts'
import { canvasSize } from '../document/backdrop.ts'
import type { Gesture } from '../history/history.ts'
import { snapshotOf } from '../session/session.ts'
import { selectedLayer } from '../session/ui/selection.ts'
import { transformOf } from './targets.ts'
import type { ToolContext } from './tool.ts'

export interface Pinch {
  move(a: Point, b: Point): void
  end(): void
  cancel(): void
}

const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
const span = (a: Point, b: Point) => Math.max(1, Math.hypot(b.x - a.x, b.y - a.y))
const angle = (a: Point, b: Point) => (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI

/** `a`, `b`: the two fingers as they came down, CSS px. */
export function startPinch({ session, viewport, kinds }: ToolContext, a: Point, b: Point): Pinch {
  const id = selectedLayer(session.ui)
  const doc = snapshotOf(session)
  const layer = id ? doc.layers[id] : undefined
  const transform = layer && transformOf(kinds, layer.kind)
  if (id && layer && transform?.scaleBy) {
    const gesture = session.history.begin('Resize')
    return {
      move(c, d) {
        const living = session.doc.layers[id]
        if (!living || !gesture.isOpen) return
        transform.scaleBy?.(living, span(c, d) / span(a, b), layer)
        transform.rotateTo?.(living, transform.placed(layer, doc).rotation + angle(c, d) - angle(a, b))
      },
      ...ended(gesture),
    }
  }
  const canvas = canvasSize(doc)
  const start = viewport.get()
  return {
    move(c, d) {
      const [from, to] = [middle(a, b), middle(c, d)]
      const zoomed = zoomedAt(start, from, (start.zoom * span(c, d)) / span(a, b), canvas)
      viewport.show(panned(zoomed, { x: to.x - from.x, y: to.y - from.y }, canvas))
    },
    end() {},
    cancel: () => viewport.set(start),
  }
}

const ended = (gesture: Gesture) => ({ end: () => gesture.commit(), cancel: () => gesture.cancel() })
