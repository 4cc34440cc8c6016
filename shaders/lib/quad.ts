import { MeshGeometry } from 'pixi.js'

/**
 * Where a texture's texels lie: texel (i, j) covers document px from (x + i) / scale to (x + i + 1) / scale, and the
 * same downwards. In tiles of one export x and y are whole numbers, which is what makes tiles repeat the whole exactly:
 * shaders count texels from the document's origin, never from the texture's.
 */
export interface Grid {
  x: number
  y: number
  width: number
  height: number
  /** Texels per document px. */
  scale: number
}

/** A rectangle, in any unit. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Returns the four corners of a rectangle, clockwise from the upper left, as a flat list x, y, x, y … */
export const cornersOf = ({ x, y, width, height }: Box) =>
  new Float32Array([x, y, x + width, y, x + width, y + height, x, y + height])

/**
 * Covers `boxes` with one quad each, in the boxes' own unit; no box draws nothing. The buffers stay if the mesh covers these
 * boxes already. Texture coordinates are not set: the shader must not read `aUV`.
 */
export function placeBoxes(mesh: MeshGeometry, boxes: readonly Box[]): void {
  const positions = new Float32Array(boxes.flatMap((box) => [...cornersOf(box)]))
  const held = mesh.positions
  if (held.length === positions.length && positions.every((value, i) => value === held[i])) return
  mesh.positions = positions
  mesh.indices = new Uint32Array(boxes.flatMap((_, i) => CORNERS.map((corner) => 4 * i + corner)))
}

/** The two triangles of a quad. */
const CORNERS = [0, 1, 2, 0, 2, 3]

/** Creates the geometry of a quad of two triangles, with empty extent; `placeQuad` places it. */
export const createQuad = () =>
  new MeshGeometry({
    positions: new Float32Array(8),
    uvs: new Float32Array(8),
    indices: new Uint32Array(CORNERS),
  })

/**
 * Places a quad over `target` (px of a grid): positions in document px, texture coordinates in px from the target's
 * corner. `scale`: px per document px; `origin`: document point of the grid's px (0, 0).
 */
export function placeQuad(quad: MeshGeometry, target: Box, scale: number, origin = { x: 0, y: 0 }): void {
  const [left, top] = [origin.x + target.x / scale, origin.y + target.y / scale]
  const [right, bottom] = [origin.x + (target.x + target.width) / scale, origin.y + (target.y + target.height) / scale]
  quad.positions = new Float32Array([left, top, right, top, right, bottom, left, bottom])
  quad.uvs = cornersOf({ x: 0, y: 0, width: target.width, height: target.height })
}
