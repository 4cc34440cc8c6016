import { MeshGeometry } from 'pixi.js'
import type { Rect } from '#client/kit/geometry/geometry.ts'

/**
 * Position of a texture's texels: texel (i, j) covers document px from (x + i) / scale to (x + i + 1) / scale in x, and
 * from (y + j) / scale to (y + j + 1) / scale in y. In tiles of an export x and y are integers. Shaders count texels
 * from the document's origin, so tiles exactly equal the whole.
 */
export interface Grid extends Rect {
  /** Texels per document px. */
  scale: number
}

/** Returns the four corners of a rectangle, clockwise from the upper left, as a flat list x, y, x, y … */
export const cornersOf = ({ x, y, width, height }: Rect) =>
  new Float32Array([x, y, x + width, y, x + width, y + height, x, y + height])

/**
 * Covers `boxes` with one quad each, in the boxes' unit. Doesn't change the buffers if the boxes are unchanged. Sets no
 * texture coordinates, so the shader must not read `aUV`.
 */
export function placeBoxes(mesh: MeshGeometry, boxes: readonly Rect[]): void {
  const positions = new Float32Array(boxes.flatMap((box) => [...cornersOf(box)]))
  const held = mesh.positions
  if (held.length === positions.length && positions.every((value, i) => value === held[i])) return
  mesh.positions = positions
  mesh.indices = new Uint32Array(boxes.flatMap((_, i) => CORNERS.map((corner) => 4 * i + corner)))
}

/** The two triangles of a quad. */
const CORNERS = [0, 1, 2, 0, 2, 3]

/** Creates the geometry of a quad without extent. `placeQuad` sets its position. */
export const createQuad = () =>
  new MeshGeometry({
    positions: new Float32Array(8),
    uvs: new Float32Array(8),
    indices: new Uint32Array(CORNERS),
  })

/**
 * Places a quad over `target` (px of a grid). Positions are in document px, and texture coordinates are in px from the
 * target's corner. `scale`: px per document px. `origin`: document point of the grid's px (0, 0).
 */
export function placeQuad(quad: MeshGeometry, target: Rect, scale: number, origin = { x: 0, y: 0 }): void {
  const [left, top] = [origin.x + target.x / scale, origin.y + target.y / scale]
  const [right, bottom] = [origin.x + (target.x + target.width) / scale, origin.y + (target.y + target.height) / scale]
  quad.positions = new Float32Array([left, top, right, top, right, bottom, left, bottom])
  quad.uvs = cornersOf({ x: 0, y: 0, width: target.width, height: target.height })
}
