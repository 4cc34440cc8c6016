/** Worker that estimates foreground and background colors. */
import { transfer } from 'comlink'
import { exposeMethods } from '#client/kit/async/callWorker.ts'
import type { Rect, Size } from '#client/kit/geometry/geometry.ts'
import { pixelsOf } from '#client/model/assets/pixels.ts'
import type { Patch } from '#client/model/assets/store.ts'
import { cropRows, edgeTiles, type PhotoPart, TiledEstimator } from './TiledEstimator.ts'

let photo: { size: Size; coverage: Uint8Array<ArrayBuffer>; edges: TiledEstimator } | null = null

const methods = {
  /**
   * Starts a photo with its matte's `coverage`. Returns the tiles with an edge of the matte. Strips for `addRows` must
   * have a multiple of `rows` rows.
   */
  start(size: Size, coverage: Uint8Array<ArrayBuffer>): { rows: number; tiles: readonly Rect[] } {
    photo = { size, coverage, edges: new TiledEstimator(size) }
    return { rows: photo.edges.rowAlignment, tiles: edgeTiles(coverage, size) }
  },
  /** Adds a strip of the photo. Call it for all strips, top to bottom. */
  addRows(rect: Rect, image: ImageBitmap): void {
    const { edges, part } = partOf(rect, image)
    edges.add(part)
  },
  /**
   * Returns patches with the foreground and background colors in `tiles`. `image`: the part `rect` of the photo, which
   * contains all pixels that determine the tiles.
   */
  estimateTiles(rect: Rect, image: ImageBitmap, tiles: readonly Rect[]): { foreground: Patch[]; background: Patch[] } {
    const { edges, size, part } = partOf(rect, image)
    const colors = tiles.map((tile) => edges.estimateTile(tile, size, part))
    const patches = (layer: 'foreground' | 'background') =>
      tiles.flatMap((rect, i) => (colors[i] ? [{ rect, rgba: colors[i][layer] }] : []))
    const layers = { foreground: patches('foreground'), background: patches('background') }
    return transfer(
      layers,
      [...layers.foreground, ...layers.background].map(({ rgba }) => rgba.buffer),
    )
  },
}

export type EdgeColorsWorker = typeof methods

exposeMethods(methods)

/** Reads the pixels of a photo part and closes the image. */
function partOf(rect: Rect, image: ImageBitmap) {
  if (!photo) throw new Error('edge colors: pixels arrived before the matte')
  const { size, coverage, edges } = photo
  const whole = { x: 0, y: 0, ...size }
  const part: PhotoPart = { rect, rgba: pixelsOf(image).data, coverage: cropRows(coverage, whole, rect, 1) }
  image.close()
  return { size, edges, part }
}
