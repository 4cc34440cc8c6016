import { IDENTITY, transformedCorners } from '#client/kit/geometry/affine.ts'
import type { Point, Rect } from '#client/kit/geometry/geometry.ts'
import { intersection } from '#client/kit/geometry/rect.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { select } from '#client/model/session/ui/selection.ts'
import type { ToolOverlay } from '#client/render/compositor/Stage.tsx'
import { toCss } from '#client/render/compositor/viewport.ts'
import { uprightBox } from '#client/render/kind.ts'
import { groupOf } from './group.ts'
import { movableLayers } from './targets.ts'
import type { ToolContext } from './tool.ts'

/** A selection rectangle that the user drags on the empty canvas. */
export interface Marquee {
  /** Extends the rectangle to `to` (document px). Adds the layers that it touches to the previous selection. */
  move(to: Point): void
  cancel(): void
}

/** Starts a selection rectangle at `from` (document px). */
export function startMarquee({ session, kinds, feedback }: ToolContext, from: Point): Marquee {
  const before: readonly LayerId[] = [...session.ui.selection]
  return {
    move(to) {
      const rect = rectBetween(from, to)
      const doc = snapshotOf(session)
      const touched = movableLayers(doc, kinds).filter((id) => {
        const group = groupOf(doc, kinds, [id])
        return group !== null && intersection(uprightBox(group.placed), rect) !== null
      })
      select(session.ui, ...before, ...touched.filter((id) => !before.includes(id)))
      feedback.show({ toolOverlay: marqueeOverlay(rect) })
    },
    cancel: () => select(session.ui, ...before),
  }
}

export const rectBetween = (a: Point, b: Point): Rect => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  width: Math.abs(a.x - b.x),
  height: Math.abs(a.y - b.y),
})

/** Returns an overlay that draws the selection rectangle. `rect`: document px. */
export const marqueeOverlay =
  (rect: Rect): ToolOverlay =>
  (graphics, view) => {
    graphics.poly(transformedCorners(IDENTITY, rect).map((corner) => toCss(view, corner)))
    graphics.fill({ color: 0x5b5bd6, alpha: 0.12 }).stroke({ width: 1, color: 0x5b5bd6 })
  }
