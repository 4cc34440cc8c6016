import { type Points, strokeBounds } from './points.ts'

/** Maximum number of points in a glyph of 20 px. */
const SHOWN = 24

/** An icon of one stroke, drawn from its points. */
export function StrokeGlyph({ points }: { points: Points }) {
  const { x, y, width, height } = strokeBounds(points)
  const side = Math.max(width, height, 1)
  const every = Math.max(1, Math.floor(points.length / SHOWN))
  const shown = points.filter((_, i) => i % every === 0 || i === points.length - 1)
  const stroke = Math.max(side / 14, Math.min(points[0]?.size ?? 1, side / 3))
  return (
    <svg
      viewBox={`${x + width / 2 - side / 2} ${y + height / 2 - side / 2} ${side} ${side}`}
      width="20"
      height="20"
      aria-hidden="true"
    >
      <polyline
        points={shown.map((point) => `${point.x},${point.y}`).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth={stroke}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
