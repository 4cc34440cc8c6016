import { Container, ImageSource, Sprite, Texture } from 'pixi.js'
import type { Point, Rect } from '#client/kit/geometry/geometry.ts'
import { coveringRect, intersection, tilesOf } from '#client/kit/geometry/rect.ts'
import type { ColorSpace } from '#client/kit/pixels/color-space/colorSpace.ts'
import { extentOf, freeCanvas, intersectsTile, type MakeCanvas, rasterizeTile, type ScaledSketch } from './rasterize.ts'

/** Side of a tile in device px. */
const TILE = 512

interface Tile {
  sprite: Sprite
  source: ImageSource
  piece: Rect
}

/**
 * Rasterizes a sketch into a grid of canvas tiles, one canvas px per output px, and shows the visible tiles. The grid
 * moves with the layer. All export strips therefore share the same tiles, and a drag only moves the tiles. A layer may
 * exceed every canvas and texture limit.
 */
export class CanvasTiles {
  readonly view = new Container({ label: 'tiles' })
  private readonly tiles = new Map<string, Tile>()
  private readonly makeCanvas: MakeCanvas
  private readonly space: ColorSpace

  /** `space`: color space of the tiles, by default sRGB. */
  constructor(makeCanvas: MakeCanvas, space: ColorSpace = 'srgb') {
    this.makeCanvas = makeCanvas
    this.space = space
  }

  /**
   * Shows the tiles that intersect `window` (device px from the grid's origin). `origin`: the grid's origin, document
   * px. Returns false when the browser could not rasterize a tile. The caller then clears the tiles or tries a simpler
   * drawing.
   */
  show(drawing: ScaledSketch, window: Rect, origin: Point): boolean {
    const extent = extentOf(drawing)
    const visible = extent && intersection(extent, window)
    const wanted = new Map(extent && visible ? tilesIn(visible, extent) : [])
    for (const [key, tile] of this.tiles) if (!wanted.has(key)) this.free(key, tile)
    for (const [key, piece] of wanted) {
      if (this.tiles.has(key) || !intersectsTile(drawing, piece)) continue
      const canvas = rasterizeTile(drawing, piece, this.makeCanvas, this.space)
      if (!canvas) return false
      this.tiles.set(key, this.mount(canvas, piece))
    }
    for (const { sprite, piece } of this.tiles.values()) {
      sprite.scale.set(1 / drawing.scale)
      sprite.position.set(origin.x + piece.x / drawing.scale, origin.y + piece.y / drawing.scale)
    }
    return true
  }

  /**
   * Discards all tiles that intersect `part` (device px), so that `show` rasterizes them again. Returns the bounds of
   * the discarded tiles. Always discards whole tiles, because a browser may antialias a longer path differently outside
   * `part`.
   */
  invalidate(part: Rect): Rect {
    for (const [key] of tilesIn(part, part)) {
      const tile = this.tiles.get(key)
      if (tile) this.free(key, tile)
    }
    return coveringRect(part, 1, TILE)
  }

  clear(): void {
    for (const [key, tile] of this.tiles) this.free(key, tile)
  }

  destroy(): void {
    this.clear()
    this.view.destroy()
  }

  private mount(canvas: OffscreenCanvas, piece: Rect): Tile {
    const source = canvasSource(canvas, false)
    const sprite = new Sprite(new Texture({ source }))
    this.view.addChild(sprite)
    return { sprite, source, piece }
  }

  private free(key: string, { sprite, source }: Tile) {
    this.tiles.delete(key)
    sprite.destroy({ texture: true })
    freeCanvasSource(source)
  }
}

/** Returns the key and rectangle of each tile that intersects `visible`, clipped to the sketch's extent. */
const tilesIn = (visible: Rect, extent: Rect): [string, Rect][] =>
  tilesOf(coveringRect(visible, 1, TILE), TILE).flatMap((tile) => {
    const piece = intersection(tile, extent)
    return piece ? [[`${tile.x} ${tile.y}`, piece]] : []
  })

/**
 * Returns a texture source that uploads the canvas itself, because WebKit shows an ImageBitmap of the canvas with wrong
 * colors. `isSmooth`: filters linearly instead of using the nearest texel. Free the source with `freeCanvasSource`,
 * because the source's destroy method doesn't free the canvas.
 */
export const canvasSource = (canvas: OffscreenCanvas, isSmooth: boolean): ImageSource =>
  new ImageSource({
    resource: canvas,
    alphaMode: 'premultiply-alpha-on-upload',
    scaleMode: isSmooth ? 'linear' : 'nearest',
    addressMode: 'clamp-to-edge',
    autoGenerateMipmaps: isSmooth,
  })

/** Destroys a source that `canvasSource` returned, and frees the memory of its canvas. */
export function freeCanvasSource(source: ImageSource): void {
  const { resource } = source
  source.destroy()
  if (resource instanceof OffscreenCanvas) freeCanvas(resource)
}
