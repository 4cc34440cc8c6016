import { type Point, type Rect, radiansOf } from '#client/kit/geometry/geometry.ts'
import { color, flag, group, number } from '#client/kit/values/fields.ts'

export const gradientField = group('Gradient', {
  enabled: flag('Gradient', false),
  color: color('Second color', '#ff5c8a'),
  /** Direction toward the second color, in degrees; 0 = up, 90 = right. */
  angle: number('Gradient angle', { default: 180, min: 0, max: 360, unit: 'degrees' }),
})

/**
 * Returns the start and end point of a gradient line over the box. `angle`: degrees clockwise, 0 = up. The line is as
 * long as the gradient line of a CSS `linear-gradient` at this angle.
 */
export function gradientLine({ x, y, width, height }: Rect, angle: number): [Point, Point] {
  const turn = radiansOf(angle)
  const [right, down] = [Math.sin(turn), -Math.cos(turn)]
  const half = (Math.abs(right) * width + Math.abs(down) * height) / 2
  const at = (length: number) => ({ x: x + width / 2 + length * right, y: y + height / 2 + length * down })
  return [at(-half), at(half)]
}

/** Returns a canvas gradient between two colors, from `start` to `end`. */
export function canvasGradient(
  context: CanvasFillStrokeStyles,
  [start, end]: readonly [Point, Point],
  from: string,
  to: string,
): CanvasGradient {
  const gradient = context.createLinearGradient(start.x, start.y, end.x, end.y)
  gradient.addColorStop(0, from)
  gradient.addColorStop(1, to)
  return gradient
}
