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
