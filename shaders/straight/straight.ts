import { Geometry, GlProgram, Mesh, type RenderTexture, Shader, State, Texture, type WebGLRenderer } from 'pixi.js'
import vertex from '../lib/fullscreen.vert?raw'
import fragment from './straight.frag?raw'

/** Turns a premultiplied render texture into straight alpha, texel for texel. Both textures have the same size. */
export class StraightPass {
  private readonly mesh: Mesh<Geometry, Shader>

  constructor() {
    const geometry = new Geometry({ attributes: { aPosition: [-1, -1, 3, -1, -1, 3] } })
    const shader = new Shader({
      glProgram: GlProgram.from({ vertex, fragment, name: 'straight' }),
      resources: { uComposite: Texture.EMPTY.source },
    })
    const state = State.for2d()
    state.blend = false
    this.mesh = new Mesh({ geometry, shader, state })
  }

  render(renderer: WebGLRenderer, composite: RenderTexture, target: RenderTexture): void {
    const { shader } = this.mesh
    if (!shader) throw new Error('the straight pass was destroyed')
    shader.resources.uComposite = composite.source
    renderer.render({ container: this.mesh, target, clear: true, clearColor: [0, 0, 0, 0] })
    shader.resources.uComposite = Texture.EMPTY.source
  }

  destroy(): void {
    const { geometry, shader } = this.mesh
    this.mesh.destroy()
    shader?.destroy()
    geometry.destroy(true)
  }
}
