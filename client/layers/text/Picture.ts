/** What one text looks like: its box and words in tiles, or extruded, and its glow. */
import { Container, type WebGLRenderer } from 'pixi.js'
import type { GlowSettings } from '#shaders/glow/glow.ts'
import { Glowing, planGlow } from '../shared/Glowing.ts'
import { union } from '../shared/rect.ts'
import type { TextLayout } from './layout.ts'
import type { Place } from './place.ts'
import { type Drawing, extentOf, type MakeCanvas } from './raster.ts'
import { Solid, type SolidDrawing, solidExtent } from './Solid.ts'
import { Tiles } from './tiles.ts'

export interface Effects {
  glow: GlowSettings | null
  /** The words extruded; they are then left out of the tiles. */
  solid: SolidDrawing | null
}

const NO_EFFECTS: Effects = { glow: null, solid: null }

export class Picture {
  readonly view = new Container({ label: 'text' })
  /** Tiles and extruded words; with a glow they are painted into its textures and are not shown themselves. */
  private readonly content = new Container()
  private readonly renderer: WebGLRenderer
  private readonly tiles: Tiles
  private solid: Solid | null = null
  private glowing: Glowing | null = null
  private layout: TextLayout | null = null
  private look = ''
  /** Counts what the tiles have shown: equal numbers are equal pixels. */
  private version = 0

  constructor(renderer: WebGLRenderer, makeCanvas: MakeCanvas) {
    this.renderer = renderer
    this.tiles = new Tiles(makeCanvas)
    this.content.addChild(this.tiles.view)
    this.view.addChild(this.content)
  }

  /** False when something could not be drawn. */
  show(words: Drawing, place: Place, { glow, solid }: Effects = NO_EFFECTS): boolean {
    const drawing = solid ? { ...words, layout: wordless(words.layout) } : words
    this.forget(words, solid !== null)
    const flat = extentOf(drawing)
    const raised = solid && solidExtent(solid)
    const extent = flat && raised ? union(flat, raised) : (flat ?? raised)
    const plan = glow && extent && planGlow(glow, { ...place, extent })
    const window = plan ? plan.cover : place.window
    if (!this.tiles.show(drawing, window, place.origin)) return false
    const solidLook = this.showSolid(solid, window, place)
    if (plan) {
      this.glowing ??= new Glowing(this.renderer)
      this.mount(this.glowing.view)
      this.glowing.show(this.content, `${this.version} ${solidLook}`, plan, place)
    } else {
      this.glowing?.clear()
      this.mount(this.content)
    }
    return true
  }

  clear(): void {
    this.tiles.clear()
    this.solid?.clear()
    this.glowing?.clear()
  }

  destroy(): void {
    this.tiles.destroy()
    this.solid?.destroy()
    this.glowing?.destroy()
    this.content.destroy()
    this.view.destroy()
  }

  private showSolid(drawing: SolidDrawing | null, window: Place['window'], { origin }: Place): string {
    if (!drawing) {
      this.solid?.destroy()
      this.solid = null
      return ''
    }
    if (!this.solid) {
      this.solid = new Solid(this.renderer)
      this.content.addChild(this.solid.view)
    }
    return this.solid.show(drawing, window, origin)
  }

  /** Tiles of another look are of no use. */
  private forget({ layout, ...rest }: Drawing, isSolid: boolean) {
    const look = JSON.stringify([rest, isSolid])
    if (layout === this.layout && look === this.look) return
    this.tiles.clear()
    this.version++
    this.layout = layout
    this.look = look
  }

  private mount(shown: Container) {
    if (this.view.children[0] === shown) return
    this.view.removeChildren()
    this.view.addChild(shown)
  }
}

const wordless = (layout: TextLayout): TextLayout => ({ ...layout, lines: [], ink: null })
