import { CanvasTextMetrics, TextStyle } from 'pixi.js'
import { useMemo } from 'react'
import type { Point, Rect, Size } from '#client/kit/geometry/geometry.ts'
import { turnedToCss, type View } from './viewport.ts'

const STYLE = {
  fontFamily: 'Inter Variable, Inter, sans-serif',
  fontSize: 13,
  fontWeight: '600',
  fill: '#ffffff',
  dropShadow: { color: '#000000', alpha: 0.6, blur: 2, distance: 0, angle: 0 },
} as const

interface WatermarkProps {
  name: string
  view: View
  /** The displayed rectangle, px of the turned canvas. */
  shown: Rect
  /** Device px per CSS px. */
  resolution: number
}

/**
 * Draws the product's name over the preview, repeated at corners and edges. The watermark isn't part of the document,
 * so no export contains it.
 */
export function Watermark({ name, view, shown, resolution }: WatermarkProps) {
  const corner = turnedToCss(view, shown)
  const size = { width: shown.width * view.zoom, height: shown.height * view.zoom }
  const inset = Math.min(16, size.width / 20, size.height / 20)
  const full = useMemo(() => CanvasTextMetrics.measureText(name, new TextStyle(STYLE)), [name])
  const scale = watermarkScale(size.width, full.width)
  const words = { width: scale * full.width, height: scale * full.height }
  const room = { width: size.width - 2 * inset, height: size.height - 2 * inset }
  return watermarkPositions(room, words).map((place) => (
    <pixiText
      key={`${place.x} ${place.y}`}
      text={name}
      style={STYLE}
      resolution={resolution}
      alpha={0.55}
      scale={scale}
      anchor={place}
      x={Math.round(corner.x + inset + place.x * (size.width - 2 * inset))}
      y={Math.round(corner.y + inset + place.y * (size.height - 2 * inset))}
    />
  ))
}

/** Maximum width of a watermark, as a fraction of the image's width. */
const SHARE = 0.25
/** Minimum scale. At this scale, the letters are still readable. */
const MIN_SCALE = 0.6

/**
 * Returns the scale of the watermarks, which is smaller for a small image, so that the watermarks don't cover it.
 * `width`: the image's width in CSS px. `watermark`: unscaled width of a watermark in CSS px.
 */
export const watermarkScale = (width: number, watermark: number): number =>
  Math.min(1, Math.max(MIN_SCALE, (SHARE * width) / watermark))

/** Minimum gap between two watermarks, in multiples of their height. */
const GAP = 1

/**
 * Returns the positions of the watermarks at corners and edges, as many as fit without overlap. A position is a
 * fraction of the free space (0 = left or top). `room`: available size in CSS px. `watermark`: size of a watermark, CSS
 * px.
 */
export function watermarkPositions(room: Size, watermark: Size): Point[] {
  const gap = GAP * watermark.height
  const columns = spreadAlong(room.width, watermark.width, gap)
  const rows = spreadAlong(room.height, watermark.height, gap)
  const all = rows.flatMap((y) => columns.map((x) => ({ x, y })))
  // omits the watermark in the image's middle
  return all.length === 9 ? all.filter(({ x, y }) => x !== 0.5 || y !== 0.5) : all
}

/** Returns one to three positions along a side, as many as fit. */
function spreadAlong(room: number, length: number, gap: number): number[] {
  if (room >= 3 * length + 2 * gap) return [0, 0.5, 1]
  return room >= 2 * length + gap ? [0, 1] : [0.5]
}
