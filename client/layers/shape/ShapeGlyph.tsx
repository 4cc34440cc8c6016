import { isOpen, outlineOf, type ShapeType } from './outlines.ts'

/** An icon of a shape, from the same path as on the canvas. */
export function ShapeGlyph({ type, isStroked, color }: { type: ShapeType; isStroked?: boolean; color?: string }) {
  const isLine = isStroked || isOpen(type)
  return (
    <svg viewBox="-56 -56 112 112" width="20" height="20" aria-hidden="true">
      <path
        d={outlineOf(type)}
        fill={isLine ? 'none' : (color ?? 'currentColor')}
        stroke={isLine ? (color ?? 'currentColor') : 'none'}
        strokeWidth={10}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
