import { Container, type RenderTexture, Sprite } from 'pixi.js'
import type { Point, Rect } from '#client/kit/geometry/geometry.ts'
import { coveringRect, tilesOf } from '#client/kit/geometry/rect.ts'
import { createTarget } from '#shaders/lib/pass.ts'

/**
 * Maximum side of a texture without the margin for filters, px. With the margin, the side is within every GPU's limit.
 */
export const MAX_SIDE = 2048
/**
 * During a gesture, the painted area is enlarged to multiples of this length (device px), so that most moves don't need
 * a repaint.
 */
const DRAFT_GRID = 256

interface TargetTile {
  texture: RenderTexture
  sprite: Sprite
  rect: Rect
}

/**
 * Shows an image in several textures, each within every GPU's limit, and repaints the textures only when the content
 * changes. Device px are counted from the layer's own origin. Therefore export strips equal the whole export, and a
 * drag only moves the textures.
 */
export class TiledTarget {
  readonly view = new Container({ label: 'pieces' })
  private tiles: TargetTile[] = []
  private shownKey: string | null = null

  /**
   * Shows `target` (device px). Repaints only if `target` or `contentKey` has changed. `contentKey` identifies the
   * content's pixels. `at.origin`: origin of the device px in document px. `at.scale`: device px per document px.
   */
  show(contentKey: string, target: Rect, at: { origin: Point; scale: number }, paint: PaintTile): void {
    const shownKey = `${JSON.stringify(target)} ${contentKey}`
    if (shownKey !== this.shownKey) {
      this.clear()
      for (const rect of tilesOf(target, MAX_SIDE)) this.tiles.push(this.mount(rect, paint))
    }
    this.shownKey = shownKey
    for (const { sprite, rect } of this.tiles) {
      sprite.scale.set(1 / at.scale)
      sprite.position.set(at.origin.x + rect.x / at.scale, at.origin.y + rect.y / at.scale)
    }
  }

  clear(): void {
    this.shownKey = null
    for (const { texture, sprite } of this.tiles) {
      sprite.destroy()
      texture.destroy(true)
    }
    this.tiles = []
  }

  destroy(): void {
    this.clear()
    this.view.destroy()
  }

  private mount(rect: Rect, paint: PaintTile): TargetTile {
    const texture = createTarget(rect.width, rect.height, 'rgba8unorm')
    paint(texture, rect)
    return { texture, rect, sprite: this.view.addChild(new Sprite(texture)) }
  }
}

/** Fills `texture` with the content of `rect` (device px), with premultiplied alpha. */
export type PaintTile = (texture: RenderTexture, rect: Rect) => void

/**
 * Returns the rectangle to paint for a visible `window`, in device px. During a gesture (`isDraft`) the rectangle is
 * expanded to multiples of DRAFT_GRID, so that most moves don't repaint it.
 */
export const draftWindow = (window: Rect, isDraft: boolean): Rect =>
  isDraft ? coveringRect(window, 1, DRAFT_GRID) : window
