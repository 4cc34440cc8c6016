import type { Rect } from '#client/kit/geometry/geometry.ts'
import { expandRect } from '#client/kit/geometry/rect.ts'
import { channelsOf } from '#client/kit/pixels/color-space/cssColor.ts'
import type { Hex } from '#client/kit/values/fields.ts'
import { type Context, freeCanvas } from '#client/render/canvas2d/rasterize.ts'
import { REFERENCE_PX } from './measure.ts'

/** Drop shadow of flat text. Lengths are em. */
export interface DropShadow {
  color: Hex
  /** Opacity, 0..1. */
  opacity: number
  /** Blur in em: twice the standard deviation, as in CSS. */
  blur: number
  x: number
  y: number
}

/**
 * Extent of the blur as a multiple of `blur`. `blur` is 2σ, so this is 3σ. Beyond 3σ, the shadow is weaker than one
 * 8-bit level.
 */
const BLUR_END = 1.5

/**
 * Returns the bounds of a drop shadow with its blur, in em relative to the text's center. `ink`: bounds of the letters.
 */
export const shadowExtent = (ink: Rect, { blur, x, y }: DropShadow): Rect =>
  expandRect({ ...ink, x: ink.x + x, y: ink.y + y }, BLUR_END * blur)

/**
 * Paints only the drop shadow of a silhouette. Unit: 1 / REFERENCE_PX em. `paintSilhouette` paints all strokes and
 * letters on a second canvas, so that they cast one common shadow. That canvas has margins for parts of the silhouette
 * outside the tile. @throws Error if the second canvas can't be created
 */
export function paintDropShadow(
  context: Context,
  shadow: DropShadow,
  paintSilhouette: (context: Context) => void,
): void {
  const { a, b, c, d, e, f } = context.getTransform()
  const perEm = Math.hypot(a, b) * REFERENCE_PX
  const [right, down] = [shadow.x * REFERENCE_PX, shadow.y * REFERENCE_PX]
  const [across, along] = [a * right + c * down, b * right + d * down]
  const blur = shadow.blur * perEm
  const room = Math.ceil(BLUR_END * blur + Math.hypot(across, along))
  const { width, height } = context.canvas
  const scratch = new OffscreenCanvas(width + 2 * room, height + 2 * room)
  const silhouette = scratch.getContext('2d', { willReadFrequently: true })
  if (!silhouette) throw new Error('no 2D context')
  silhouette.setTransform(a, b, c, d, e + room, f + room)
  paintSilhouette(silhouette)
  context.save()
  context.resetTransform()
  context.shadowColor = withOpacity(shadow)
  context.shadowBlur = blur
  // the silhouette is painted outside the canvas, so that only its shadow is visible
  const away = scratch.width + width
  context.shadowOffsetX = away + across
  context.shadowOffsetY = along
  context.drawImage(scratch, -room - away, -room)
  context.restore()
  freeCanvas(scratch)
}

const withOpacity = ({ color, opacity }: DropShadow) => `rgb(${channelsOf(color).join(' ')} / ${opacity})`
