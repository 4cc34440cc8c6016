import { Geometry, GlProgram, Mesh, Shader, State, type Texture } from 'pixi.js'
import vertex from '../lib/everywhere.vert?raw'
import fragment from './copy.frag?raw'

/** Lays a texture over whatever it is rendered into, texel on px: both have the same size. */
export class Copy {
  readonly mesh: Mesh<Geometry, Shader>

  /** `replaces`: what was there is painted over, not under what shows through. */
  constructor(texture: Texture, { replaces }: { replaces: boolean }) {
    const geometry = new Geometry({ attributes: { aPosition: [-1, -1, 3, -1, -1, 3] } })
    const shader = new Shader({
      glProgram: GlProgram.from({ vertex, fragment, name: 'copy' }),
      resources: { uTexture: texture.source },
    })
    const state = State.for2d()
    state.blend = !replaces
    this.mesh = new Mesh({ geometry, shader, state })
  }

  destroy(): void {
    const { geometry, shader } = this.mesh
    this.mesh.destroy()
    shader?.destroy()
    geometry.destroy(true)
  }
}
