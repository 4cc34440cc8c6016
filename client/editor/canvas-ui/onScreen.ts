import { IDENTITY, transformedBounds } from '#client/kit/base/affine.ts'
import type { Rect } from '#client/kit/base/geometry.ts'
import { planeToCss, type View } from '#client/render/compositor/viewport.ts'

/** Returns the bounding box of a rectangle on the screen, CSS px from the canvas' corner. `rect`: document px. */
export const onScreen = (rect: Rect, view: View): Rect =>
  planeOnScreen(transformedBounds(view.turn ?? IDENTITY, rect), view)

/** Returns a rectangle of the turned canvas on the screen, CSS px from the canvas' corner. */
export const planeOnScreen = (rect: Rect, view: View): Rect => ({
  ...planeToCss(view, rect),
  width: rect.width * view.zoom,
  height: rect.height * view.zoom,
})
