/** The selected layer stays in sight: when the canvas shrinks (a panel, a keyboard) and when a card selects it. */
import { useEffect } from 'react'
import { subscribeKey } from 'valtio/utils'
import type { Size } from '../base/geometry.ts'
import { panned, toCss, type View } from '../compositor/viewport.ts'
import { extent } from '../interact/snap.ts'
import { placedOf } from '../interact/targets.ts'
import type { Placed } from '../layers/kind.ts'
import { kinds } from '../layers/registry.ts'
import { snapshotOf } from '../session/session.ts'
import type { Workspace } from './workspace.ts'

/** Room for the handles around the layer, CSS px. */
const MARGIN = 40

export function useKeepInSight({ session, viewport }: Workspace): void {
  useEffect(() => {
    const keep = () => {
      const { photo } = session.doc
      const placed = placedOf(snapshotOf(session), kinds, session.ui.selection)
      if (!photo || !placed || viewport.isFitted) return
      const view = viewport.get()
      const next = inSight(view, placed, photo)
      if (next !== view) viewport.set(next)
    }
    let canvas = viewport.get().canvas
    const onView = () => {
      const before = canvas
      canvas = viewport.get().canvas
      if (before.width !== canvas.width || before.height !== canvas.height) keep()
    }
    const stops = [subscribeKey(session.ui, 'selection', keep), viewport.subscribe(onView)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [session, viewport])
}

/** The view panned just so far that the layer is on the canvas, or its middle where it is larger; else the same view. */
export function inSight(view: View, placed: Placed, photo: Size): View {
  const center = toCss(view, placed.center)
  const half = extent(placed)
  const x = shift(center.x, half.width * view.zoom + MARGIN, view.canvas.width)
  const y = shift(center.y, half.height * view.zoom + MARGIN, view.canvas.height)
  return x === 0 && y === 0 ? view : panned(view, { x, y }, photo)
}

/** CSS px to move by, so that [center - half, center + half] lies within [0, length]. */
function shift(center: number, half: number, length: number): number {
  if (2 * half > length) return Math.abs(center - length / 2) > length / 4 ? length / 2 - center : 0
  return Math.max(0, half - center) + Math.min(0, length - half - center)
}
