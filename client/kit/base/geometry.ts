/** A width and a height, in document px (one pixel of the original photo) unless a name says otherwise. */
export interface Size {
  width: number
  height: number
}

/** A point or an offset in document px, unless a name says otherwise. The origin is top left and y points down. */
export interface Point {
  x: number
  y: number
}

/** A rectangle in document px, unless a name says otherwise. (x, y) is its top left corner. */
export interface Rect extends Point, Size {}

/** Returns the point rotated by `degrees` clockwise about the origin. */
export function rotatePoint({ x, y }: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return { x: x * cos - y * sin, y: x * sin + y * cos }
}
