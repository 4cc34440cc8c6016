/**
 * A width and a height. Lengths are document px (one pixel of the original photo) unless a name says otherwise; the
 * origin is top left and y points down.
 */
export interface Size {
  width: number
  height: number
}

/** A point or an offset; y points down. Document px unless a name says otherwise. */
export interface Point {
  x: number
  y: number
}

/** A rectangle; (x, y) is its top left corner. Document px unless a name says otherwise. */
export interface Rect extends Point, Size {}

/** Returns the point rotated by `degrees` clockwise about the origin. */
export function rotatePoint({ x, y }: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return { x: x * cos - y * sin, y: x * sin + y * cos }
}
