import type { Rect, Size } from '../../kit/base/geometry.ts'
import { fitView, type Shown, type View } from '../../render/compositor/viewport.ts'

/** Share of the canvas that the box may take; the rest shows its surroundings. */
const SHARE = 0.8
/** Maximum magnification relative to the current zoom. */
const MOST = 4

/**
 * Returns the view in which `box` (plane px) is centred and as large as the canvas (CSS px) allows. A box larger than the
 * picture does not make the picture smaller than when it is fitted. `zoom` is the current one; `shown`: plane px.
 */
export function viewOfBox(box: Rect, canvas: Size, shown: Shown, zoom: number): View {
  const fitting = SHARE * Math.min(canvas.width / Math.max(1, box.width), canvas.height / Math.max(1, box.height))
  const next = Math.max(Math.min(fitting, MOST * zoom), fitView(canvas, shown).zoom)
  return {
    zoom: next,
    canvas,
    origin: {
      x: box.x + box.width / 2 - canvas.width / 2 / next,
      y: box.y + box.height / 2 - canvas.height / 2 / next,
    },
  }
}
