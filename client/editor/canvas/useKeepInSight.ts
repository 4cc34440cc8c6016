import { useEffect } from 'react'
import { subscribeKey } from 'valtio/utils'
import { stopAll } from '#client/kit/async/listeners.ts'
import { IDENTITY, transformedBounds } from '#client/kit/geometry/affine.ts'
import type { Size } from '#client/kit/geometry/geometry.ts'
import { kinds } from '#client/layers/registry.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { panBy, type Shown, toCss, type View } from '#client/render/compositor/viewport.ts'
import { type Placed, uprightBox } from '#client/render/kind.ts'
import { previewFrame } from '#client/render/previewDocument.ts'
import { groupOf } from '../tools/group.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** Margin around the layer that leaves space for its handles, in CSS px. */
const MARGIN = 40

/**
 * Hook that pans the view so that the selected layers are visible. This happens when a panel or keyboard makes the
 * canvas smaller, and when the user selects a layer outside the view. Does nothing while the view is fitted.
 */
export function useKeepInSight({ session, viewport }: Workspace): void {
  useEffect(() => {
    const keep = (isNeeded: (view: View, placed: Placed) => boolean) => {
      const { photo } = session.doc
      const placed = groupOf(snapshotOf(session), kinds, session.ui.selection)?.placed
      const view = viewport.get()
      if (!photo || !placed || viewport.isFitted || !isNeeded(view, placed)) return
      const next = inSight(view, placed, previewFrame(session).fitted)
      if (next !== view) viewport.set(next)
    }
    return stopAll([
      subscribeKey(session.ui, 'selection', () => keep(isOutOfSight)),
      viewport.onResize(() => keep(() => true)),
    ])
  }, [session, viewport])
}

/**
 * Returns true if no part of the layer is visible. If a part is visible, the view isn't moved, because the user may
 * have clicked this part.
 */
function isOutOfSight(view: View, placed: Placed): boolean {
  const center = toCss(view, placed.center)
  const half = halfOf(view, placed)
  const away = (at: number, reach: number, length: number) => at + reach <= 0 || at - reach >= length
  return (
    away(center.x, half.width * view.zoom, view.canvas.width) ||
    away(center.y, half.height * view.zoom, view.canvas.height)
  )
}

function halfOf({ turn = IDENTITY }: View, placed: Placed): Size {
  const { width, height } = transformedBounds(turn, uprightBox(placed))
  return { width: width / 2, height: height / 2 }
}

/**
 * Returns the view, panned as little as possible to show the whole layer. If the layer is larger than the canvas, shows
 * its center. Returns the same object if no panning is needed.
 */
export function inSight(view: View, placed: Placed, shown: Shown): View {
  const center = toCss(view, placed.center)
  const half = halfOf(view, placed)
  const x = shift(center.x, half.width * view.zoom + MARGIN, view.canvas.width)
  const y = shift(center.y, half.height * view.zoom + MARGIN, view.canvas.height)
  return x === 0 && y === 0 ? view : panBy(view, { x, y }, shown)
}

/** Returns the smallest offset in CSS px that moves the interval [center - half, center + half] into [0, length]. */
function shift(center: number, half: number, length: number): number {
  if (2 * half > length) return Math.abs(center - length / 2) > length / 4 ? length / 2 - center : 0
  return Math.max(0, half - center) + Math.min(0, length - half - center)
}
