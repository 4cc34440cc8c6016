import { CanvasTextMetrics, TextStyle } from 'pixi.js'
import { useMemo } from 'react'
import type { Rect } from '../../kit/base/geometry.ts'
import { planeToCss, type View } from './viewport.ts'
import { watermarkPositions } from './watermarkPositions.ts'

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
  /** What is shown, plane px. */
  shown: Rect
  /** Device px per CSS px. */
  resolution: number
}

/**
 * Draws the product's name over the preview, repeated at corners and edges. The watermark belongs to the editor, not to
 * the document: no export can contain it.
 */
export function Watermark({ name, view, shown, resolution }: WatermarkProps) {
  const corner = planeToCss(view, shown)
  const size = { width: shown.width * view.zoom, height: shown.height * view.zoom }
  const inset = Math.min(16, size.width / 20, size.height / 20)
  const words = useMemo(() => CanvasTextMetrics.measureText(name, new TextStyle(STYLE)), [name])
  const room = { width: size.width - 2 * inset, height: size.height - 2 * inset }
  return watermarkPositions(room, words).map((place) => (
    <pixiText
      key={`${place.x} ${place.y}`}
      text={name}
      style={STYLE}
      resolution={resolution}
      alpha={0.55}
      anchor={place}
      x={Math.round(corner.x + inset + place.x * (size.width - 2 * inset))}
      y={Math.round(corner.y + inset + place.y * (size.height - 2 * inset))}
    />
  ))
}
