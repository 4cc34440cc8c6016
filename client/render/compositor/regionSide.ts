/** Maximum distance that nodes read around a tile (outline of 200 px, blur of 20 px), document px. */
const SURROUNDINGS = 256

/**
 * Returns the longest side of a region of an export, output px: its surroundings fit into a texture with it. `maxTexture`: longest
 * side of a texture, px. `scale`: output px per document px. It is half of `maxTexture` at least, since an enlargement needs no
 * larger surroundings than that: nodes read photo and masks at most at their own resolution, and glows at a coarser one.
 */
export const longestRegionSide = (maxTexture: number, scale: number): number =>
  Math.max(Math.floor(maxTexture / 2), maxTexture - 2 * Math.ceil(SURROUNDINGS * Math.max(1, scale)))
