import type { Container, RenderTexture, WebGLRenderer } from 'pixi.js'
import { BlendPass, type Compositing } from '#shaders/blend/blend.ts'
import { fitTarget, preciseFormat } from '#shaders/lib/pass.ts'
import type { Scene } from './scene.ts'

type Child = Scene['root']['children'][number]

/**
 * Renders a scene into a texture. Layers with a blend mode or a lens blur are rendered into separate textures and composited by a
 * shader. All layers between them are rendered directly.
 */
export class ScenePainter {
  private readonly renderer: WebGLRenderer
  private readonly scene: Scene
  private blend: BlendPass | null = null
  private layer: RenderTexture | null = null
  private backdrop: RenderTexture | null = null

  constructor(renderer: WebGLRenderer, scene: Scene) {
    this.renderer = renderer
    this.scene = scene
  }

  /**
   * Renders the synced scene over `target`, premultiplied, in the scene's colour space. `clear`: clears `target` first.
   */
  paint(target: RenderTexture, clear: boolean): void {
    const modes = new Map<unknown, Compositing>(
      this.scene.layers().flatMap(({ node, blendMode }) => (blendMode === 'normal' ? [] : [[node.view, blendMode]])),
    )
    if (modes.size === 0) {
      this.free()
      this.render(target, clear)
      return
    }
    const shown = this.scene.root.children.filter((child) => child.renderable)
    let isCleared = !clear
    let run: Child[] = []
    const renderRun = () => {
      if (isCleared && run.length === 0) return
      this.renderOnly(run, shown, target, !isCleared)
      isCleared = true
      run = []
    }
    for (const child of shown) {
      const mode = modes.get(child)
      if (!mode) run.push(child)
      else {
        renderRun()
        this.paintBlended(child, shown, target, mode)
      }
    }
    renderRun()
    for (const child of shown) child.renderable = true
  }

  destroy(): void {
    this.free()
    this.blend?.destroy()
  }

  private paintBlended(child: Child, shown: readonly Child[], target: RenderTexture, mode: Compositing) {
    this.blend ??= new BlendPass()
    const { format } = target.source
    this.layer = fitTarget(this.layer, target, preciseFormat(this.renderer))
    this.backdrop = fitTarget(this.backdrop, target, format === 'rgba16float' ? format : 'rgba8unorm')
    this.renderOnly([child], shown, this.layer, true)
    this.blend.draw(this.renderer, mode, { target, layer: this.layer.source, backdrop: this.backdrop })
  }

  private renderOnly(children: readonly Child[], among: readonly Child[], target: RenderTexture, clear: boolean) {
    const visible = new Set<Container | Child>(children)
    for (const child of among) child.renderable = visible.has(child)
    this.render(target, clear)
  }

  private render(target: RenderTexture, clear: boolean) {
    this.renderer.render({ container: this.scene.root, target, clear, clearColor: [0, 0, 0, 0] })
  }

  private free() {
    this.layer?.destroy(true)
    this.backdrop?.destroy(true)
    this.layer = this.backdrop = null
  }
}
