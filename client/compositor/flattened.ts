/**
 * Draws a scene with active layers, one as a rule: everything under the lowest and everything over the highest is
 * flattened into one texture each, kept while it does not change. A frame of a drag is then three draws, however many
 * layers the document has.
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

  /** Paint the synced scene into `target`; `active` = the layers that move. */
  render(target: RenderTexture, doc: DocumentSnapshot, frame: Frame, active: readonly LayerId[]): void {
    const order = this.scene.orderOf(doc)
    const places = active.map((id) => order.indexOf(id)).filter((place) => place >= 0)
    const [first, last] = [Math.min(...places), Math.max(...places)]
    // A subject over a photo with alpha replaces what lies under it; one flattened texture cannot say that.
    const canFlatten =
      places.length > 0 && order.length > 3 && !(doc.photo?.hasAlpha && doc.backdrop.type === 'original')
    if (!canFlatten) {
      this.drop()
      this.renderer.render({ container: this.scene.root, target, clear: true, clearColor: [0, 0, 0, 0] })
      return
    }
    const { below, above } = this.sized(target)
    const seen = (ids: readonly LayerId[]) => [frame, ...ids.flatMap((id) => this.scene.seenOf(id))]
    const [under, over] = [order.slice(0, first), order.slice(last + 1)]
    this.refresh(below, seen(under), under)
    this.refresh(above, seen(over), over)

    const { root } = this.scene
    const views = order.slice(first, last + 1).flatMap((id) => this.scene.viewOf(id) ?? [])
    const [lowest] = views
    if (!lowest) return
    this.middle.scale.copyFrom(root.scale)
    this.middle.position.copyFrom(root.position)
    const home = root.getChildIndex(lowest)
    for (const view of views) this.middle.addChild(view)
    this.renderer.render({ container: this.root, target, clear: true, clearColor: [0, 0, 0, 0] })
    views.forEach((view, i) => void root.addChildAt(view, home + i))
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
