/** The selected layer stays in sight: when the canvas shrinks (a panel, a keyboard) and when a card selects it. */
import { useEffect } from 'react'
import { subscribeKey } from 'valtio/utils'
import type { Size } from '../../kit/base/geometry.ts'
import { kinds } from '../../layers/registry.ts'
import { snapshotOf } from '../../model/session/session.ts'
import { panBy, toCss, type View } from '../../render/compositor/viewport.ts'
import type { Placed } from '../../render/kind.ts'
import { groupOf, uprightBox } from '../canvas/group.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** Room for the handles around the layer, CSS px. */
const MARGIN = 40

export function useKeepInSight({ session, viewport }: Workspace): void {
  useEffect(() => {
    const keep = (isNeeded: (view: View, placed: Placed) => boolean) => {
      const { photo } = session.doc
      const placed = groupOf(snapshotOf(session), kinds, session.ui.selection)?.placed
      const view = viewport.get()
      if (!photo || !placed || viewport.isFitted || !isNeeded(view, placed)) return
      const next = inSight(view, placed, photo)
      if (next !== view) viewport.set(next)
    }
    let canvas = viewport.get().canvas
    const onView = () => {
      const before = canvas
      canvas = viewport.get().canvas
      if (before.width !== canvas.width || before.height !== canvas.height) keep(() => true)
    }
    const stops = [subscribeKey(session.ui, 'selection', () => keep(isOutOfSight)), viewport.subscribe(onView)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [session, viewport])
}

/** What was clicked on the canvas is in sight: the view must not move under the pointer. */
function isOutOfSight(view: View, placed: Placed): boolean {
  const center = toCss(view, placed.center)
  const half = halfOf(placed)
  const away = (at: number, reach: number, length: number) => at + reach <= 0 || at - reach >= length
  return (
    away(center.x, half.width * view.zoom, view.canvas.width) ||
    away(center.y, half.height * view.zoom, view.canvas.height)
  )
}

function halfOf(placed: Placed): Size {
  const { width, height } = uprightBox(placed)
  return { width: width / 2, height: height / 2 }
}

/** The view panned just so far that the layer is on the canvas, or its middle where it is larger; else the same view. */
export function inSight(view: View, placed: Placed, photo: Size): View {
  const center = toCss(view, placed.center)
  const half = halfOf(placed)
  const x = shift(center.x, half.width * view.zoom + MARGIN, view.canvas.width)
  const y = shift(center.y, half.height * view.zoom + MARGIN, view.canvas.height)
  return x === 0 && y === 0 ? view : panBy(view, { x, y }, photo)
}

/** CSS px to move by, so that [center - half, center + half] lies within [0, length]. */
function shift(center: number, half: number, length: number): number {
  if (2 * half > length) return Math.abs(center - length / 2) > length / 4 ? length / 2 - center : 0
  return Math.max(0, half - center) + Math.min(0, length - half - center)
}
