import { Geometry, GlProgram, Mesh, Shader, State, type Texture, type TextureSource } from 'pixi.js'
import vertex from '../lib/fullscreen.vert?raw'
import fragment from './copy.frag?raw'

interface Part {
  x: number
  y: number
  width: number
  height: number
}

/** Lays a texture over whatever it is rendered into, texel on px: both have the same size. */
export class Copy {
  readonly mesh: Mesh<Geometry, Shader>

  /**
   * `parts`: nothing else of it is laid, px; no two may share any. `replaces`: what was there is painted over, not under
   * what shows through.
   */
  constructor(texture: Texture, parts: readonly Part[], { replaces }: { replaces: boolean }) {
    const geometry = new Geometry({
      attributes: { aPosition: parts.flatMap((part) => cornersOf(part, texture.source)) },
      indexBuffer: parts.flatMap((_, i) => [0, 1, 2, 0, 2, 3].map((corner) => 4 * i + corner)),
    })
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

/** In clip space, where a texture's first row lies at -1. */
function cornersOf({ x, y, width, height }: Part, { pixelWidth, pixelHeight }: TextureSource): number[] {
  const [left, right] = [x, x + width].map((px) => (px / pixelWidth) * 2 - 1) as [number, number]
  const [top, bottom] = [y, y + height].map((px) => (px / pixelHeight) * 2 - 1) as [number, number]
  return [left, top, right, top, right, bottom, left, bottom]
}
