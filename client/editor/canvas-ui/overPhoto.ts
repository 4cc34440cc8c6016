import type { Size } from '#client/kit/base/geometry.ts'
import { toCss, type View } from '#client/render/compositor/viewport.ts'

/**
 * Positions and sizes an element so that it covers the photo on the canvas. The element's offset parent must have the
 * canvas' box.
 */
export function placeOverPhoto({ style }: HTMLElement, photo: Size | null, view: View): void {
  if (!photo) return
  const corner = toCss(view, { x: 0, y: 0 })
  style.translate = `${corner.x}px ${corner.y}px`
  style.width = `${photo.width * view.zoom}px`
  style.height = `${photo.height * view.zoom}px`
}
