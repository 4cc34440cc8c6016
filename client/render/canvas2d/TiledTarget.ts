/**
 * A picture kept in textures of a size that every GPU takes, painted anew only when what it shows changes.
 * Device px count from the layer's own origin, so strips repeat the whole and a drag only shifts what is painted.
 */
import { Container, type RenderTexture, Sprite } from 'pixi.js'
import { createTarget } from '#shaders/lib/pass.ts'
import type { Point, Rect } from '../../kit/base/geometry.ts'

/** Longest side of one texture: room for its surroundings is left below every GPU's limit. */
export const MAX_SIDE = 2048
/** While a gesture runs, what is painted grows to this grid, device px, so that most moves only shift it. */
const DRAFT_GRID = 256

interface TargetTile {
  texture: RenderTexture
  sprite: Sprite
  rect: Rect
}

export class TiledTarget {
  readonly view = new Container({ label: 'pieces' })
  private tiles: TargetTile[] = []
  private shownKey: string | null = null

  /**
   * Show `target` (device px). `look` names its pixels: while both stay the same nothing is painted. `origin`: where
   * the device px are counted from, document px; `scale`: device px per document px.
   */
  show(contentKey: string, target: Rect, at: { origin: Point; scale: number }, paint: PaintTile): void {
    const shownKey = `${JSON.stringify(target)} ${contentKey}`
    if (shownKey !== this.shownKey) {
      this.clear()
      for (const rect of splitRect(target)) this.tiles.push(this.mount(rect, paint))
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

/** Covers the whole texture, premultiplied; it shows `rect`. */
export type PaintTile = (texture: RenderTexture, rect: Rect) => void

/** What to paint for a window: more while a gesture moves it about. */
export function draftWindow(window: Rect, isDraft: boolean): Rect {
  if (!isDraft) return window
  const { x, y, width, height } = window
  const [left, top] = [Math.floor(x / DRAFT_GRID) * DRAFT_GRID, Math.floor(y / DRAFT_GRID) * DRAFT_GRID]
  return {
    x: left,
    y: top,
    width: Math.ceil((x + width) / DRAFT_GRID) * DRAFT_GRID - left,
    height: Math.ceil((y + height) / DRAFT_GRID) * DRAFT_GRID - top,
  }
}

function* splitRect({ x, y, width, height }: Rect): Generator<Rect> {
  for (let top = 0; top < height; top += MAX_SIDE)
    for (let left = 0; left < width; left += MAX_SIDE)
      yield {
        x: x + left,
        y: y + top,
        width: Math.min(MAX_SIDE, width - left),
        height: Math.min(MAX_SIDE, height - top),
      }
}
