/** Paints a matte into a canvas over the editor's canvas. */

import type { Rect } from '../../../kit/base/geometry.ts'
import { intersection } from '../../../kit/base/rect.ts'
import type { MatteAsset, Revision } from '../../../model/assets/store.ts'
import type { View } from '../../../render/compositor/viewport.ts'
import { maskPixels, type ScreenView } from './maskPixels.ts'

interface MaskPainter {
  /**
   * Paints the visible part of the matte. When the view is unchanged and `revisions` lead from the last matte to this
   * one, only the changed parts are painted.
   */
  paint(matte: MatteAsset | null, view: View, revisions: readonly Revision[]): void
}

/**
 * Creates the painter for a canvas. `look` is a tint over everything except the subject, or the mask in black and
 * white.
 */
export function createMaskPainter(canvas: HTMLCanvasElement, look: 'overlay' | 'mask'): MaskPainter {
  const context = canvas.getContext('2d')
  let shown: { matte: MatteAsset | null; view: View } | null = null

  function draw(matte: MatteAsset, screen: ScreenView, part: Rect) {
    const pixels = maskPixels(matte, screen, part, look)
    context?.putImageData(new ImageData(pixels, part.width, part.height), part.x, part.y)
  }

  return {
    paint(matte, view, revisions) {
      const ratio = Math.min(devicePixelRatio, 2)
      const [width, height] = [Math.round(view.canvas.width * ratio), Math.round(view.canvas.height * ratio)]
      const screen = { scale: view.zoom * ratio, origin: view.origin }
      const all = { x: 0, y: 0, width, height }
      const isSameView = shown?.view === view && canvas.width === width && canvas.height === height
      const before = shown?.matte
      shown = { matte, view }
      if (isSameView && before === matte) return
      const isRevised = isSameView && before === revisions[0]?.before && revisions.at(-1)?.after === matte
      if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
      if (!matte) {
        context?.clearRect(0, 0, width, height)
        return
      }
      if (!isRevised) {
        draw(matte, screen, all)
        return
      }
      for (const { parts } of revisions)
        for (const part of parts) {
          const seen = intersection(all, onScreen(part, screen))
          if (seen) draw(matte, screen, seen)
        }
    },
  }
}

/** Returns the smallest rectangle of whole device px that contains a part of the photo. */
function onScreen({ x, y, width, height }: Rect, { scale, origin }: ScreenView): Rect {
  const [left, top] = [Math.floor((x - origin.x) * scale), Math.floor((y - origin.y) * scale)]
  const [right, bottom] = [Math.ceil((x + width - origin.x) * scale), Math.ceil((y + height - origin.y) * scale)]
  return { x: left, y: top, width: right - left, height: bottom - top }
}
