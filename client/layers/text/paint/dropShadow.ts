import { transformedBounds } from '#client/kit/geometry/affine.ts'
import type { Rect } from '#client/kit/geometry/geometry.ts'
import { coveringRect, expandRect, intersection, scaleRect } from '#client/kit/geometry/rect.ts'
import { channelsOf } from '#client/kit/pixels/color-space/cssColor.ts'
import type { Hex } from '#client/kit/values/fields.ts'
import { BLEED, type Context, freeCanvas } from '#client/render/canvas2d/rasterize.ts'
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

/** Widest blur that is painted at full resolution, in device px. Wider blurs would need very large canvases. */
const MAX_BLUR = 512
/**
 * The silhouette is painted outside the canvas, and its shadow's offset is increased by the same distance, so that only
 * the shadow is visible. This distance is a multiple of this length, in device px.
 */
const AWAY = 4096

/**
 * Paints only the drop shadow of a silhouette. Unit: 1 / REFERENCE_PX em. `ink`: bounds of the silhouette, em.
 * `paintSilhouette` paints all strokes and letters on a second canvas, so that they cast one common shadow. That canvas
 * covers the part of the silhouette whose shadow reaches the tile. @throws Error if a canvas can't be created
 */
export function paintDropShadow(
  context: Context,
  shadow: DropShadow,
  ink: Rect,
  paintSilhouette: (context: Context) => void,
): void {
  const { a, b, c, d, e, f } = context.getTransform()
  const { width, height } = context.canvas
  const blur = shadow.blur * Math.hypot(a, b) * REFERENCE_PX
  const step = 2 ** Math.max(0, Math.ceil(Math.log2(blur / MAX_BLUR)))
  if (step > 1) {
    // the small canvas's px are aligned with the text's origin, so that the shadow is the same in all tiles
    const [left, top] = [Math.floor(-e / step) - 1, Math.floor(-f / step) - 1]
    const small = contextOf(Math.ceil((width - e) / step) + 1 - left, Math.ceil((height - f) / step) + 1 - top)
    small.setTransform(a / step, b / step, c / step, d / step, -left, -top)
    paintDropShadow(small, shadow, ink, paintSilhouette)
    context.save()
    context.setTransform(step, 0, 0, step, e + step * left, f + step * top)
    context.drawImage(small.canvas, 0, 0)
    context.restore()
    freeCanvas(small.canvas)
    return
  }
  const [right, down] = [shadow.x * REFERENCE_PX, shadow.y * REFERENCE_PX]
  const [across, along] = [a * right + c * down, b * right + d * down]
  const bounds = expandRect(transformedBounds({ a, b, c, d, e, f }, scaleRect(ink, REFERENCE_PX)), BLEED)
  const reaching = expandRect({ x: -across, y: -along, width, height }, BLUR_END * blur + BLEED)
  const visible = intersection(bounds, reaching)
  if (!visible) return
  const part = coveringRect(visible)
  const silhouette = contextOf(part.width, part.height)
  silhouette.setTransform(a, b, c, d, e - part.x, f - part.y)
  paintSilhouette(silhouette)
  context.save()
  context.resetTransform()
  context.shadowColor = withOpacity(shadow)
  context.shadowBlur = blur
  // the silhouette is painted outside the canvas, so that only its shadow is visible
  const away = AWAY * Math.max(1, Math.ceil((part.x + part.width) / AWAY))
  context.shadowOffsetX = away + across
  context.shadowOffsetY = along
  context.drawImage(silhouette.canvas, part.x - away, part.y)
  context.restore()
  freeCanvas(silhouette.canvas)
}

function contextOf(width: number, height: number): Context {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no 2D context')
  return context
}

const withOpacity = ({ color, opacity }: DropShadow) => `rgb(${channelsOf(color).join(' ')} / ${opacity})`
