/**
 * Draws a scene with one active layer: everything under it and everything over it is flattened into one texture each,
 * kept while it does not change. A frame of a drag is then three draws, however many layers the document has.
 */
import { Container, RenderTexture, Sprite, type WebGLRenderer } from 'pixi.js'
import type { LayerId } from '../base/ids.ts'
import type { DocumentSnapshot } from '../document/document.ts'
import type { Frame } from '../layers/kind.ts'
import type { Scene } from './scene.ts'

interface Half {
  texture: RenderTexture
  sprite: Sprite
  /** What the texture was painted from; equal items mean that it still holds. */
  seen: readonly unknown[]
}

export class Flattened {
  private readonly renderer: WebGLRenderer
  private readonly scene: Scene
  private readonly root = new Container({ label: 'flattened' })
  private readonly middle = new Container()
  private halves: { below: Half; above: Half } | null = null

  constructor(renderer: WebGLRenderer, scene: Scene) {
    this.renderer = renderer
    this.scene = scene
  }

  /** Paint the synced scene into `target`; `active` = the layer that moves, null = none. */
  render(target: RenderTexture, doc: DocumentSnapshot, frame: Frame, active: LayerId | null): void {
    const order = this.scene.orderOf(doc)
    const at = active ? order.indexOf(active) : -1
    // A subject over a photo with alpha replaces what lies under it; one flattened texture cannot say that.
    const canFlatten = at >= 0 && order.length > 3 && !(doc.photo?.hasAlpha && doc.backdrop.type === 'original')
    if (!canFlatten || !active) {
      this.drop()
      this.renderer.render({ container: this.scene.root, target, clear: true, clearColor: [0, 0, 0, 0] })
      return
    }
    const { below, above } = this.sized(target)
    const rest = [doc.photo, doc.separation, doc.backdrop, doc.tune, frame, target.width, target.height]
    const layer = (id: LayerId) => doc.layers[id]
    this.refresh(below, [...rest, ...order.slice(0, at).map(layer)], order.slice(0, at))
    this.refresh(above, [...rest, ...order.slice(at + 1).map(layer)], order.slice(at + 1))

    const view = this.scene.viewOf(active)
    if (!view) return
    this.middle.scale.copyFrom(this.scene.root.scale)
    this.middle.position.copyFrom(this.scene.root.position)
    const home = this.scene.root.getChildIndex(view)
    this.middle.addChild(view)
    this.renderer.render({ container: this.root, target, clear: true, clearColor: [0, 0, 0, 0] })
    this.scene.root.addChildAt(view, home)
  }

  destroy(): void {
    this.drop()
    this.root.destroy({ children: true })
  }

  private refresh(half: Half, seen: readonly unknown[], ids: readonly LayerId[]) {
    if (half.seen.length === seen.length && half.seen.every((item, i) => item === seen[i])) return
    half.seen = seen
    const views = new Set<Container | undefined>(ids.map((id) => this.scene.viewOf(id)))
    for (const child of this.scene.root.children) child.renderable = views.has(child)
    this.renderer.render({
      container: this.scene.root,
      target: half.texture,
      clear: true,
      clearColor: [0, 0, 0, 0],
    })
    for (const child of this.scene.root.children) child.renderable = true
  }

  private sized(target: RenderTexture) {
    const { halves } = this
    if (halves && halves.below.texture.width === target.width && halves.below.texture.height === target.height)
      return halves
    this.drop()
    const half = (): Half => {
      const texture = RenderTexture.create({ width: target.width, height: target.height, resolution: 1 })
      return { texture, sprite: new Sprite(texture), seen: [] }
    }
    const fresh = { below: half(), above: half() }
    this.root.addChild(fresh.below.sprite, this.middle, fresh.above.sprite)
    this.halves = fresh
    return fresh
  }

  private drop() {
    if (!this.halves) return
    for (const { texture, sprite } of Object.values(this.halves)) {
      sprite.destroy()
      texture.destroy(true)
    }
    this.root.removeChild(this.middle)
    this.halves = null
  }
}
