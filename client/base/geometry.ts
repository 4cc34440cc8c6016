/** Lengths are document px (one photo pixel) unless a name says otherwise. Origin top left, y down. */
export interface Size {
  width: number
  height: number
}
export interface Point {
  x: number
  y: number
}
export interface Rect extends Point, Size {}
