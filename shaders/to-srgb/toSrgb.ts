import { Geometry, GlProgram, Mesh, RenderTexture, Shader, State, Texture, type WebGLRenderer } from 'pixi.js'
import { conversionMatrix } from '#client/kit/base/color-space/colorSpace.ts'
import { transposed } from '#client/kit/base/color-space/matrix3.ts'
import color from '../lib/color.glsl?raw'
import vertex from '../lib/fullscreen.vert?raw'
import { PREAMBLE } from '../lib/pass.ts'
import fragment from './to-srgb.frag?raw'

/** A matrix of GLSL is written column by column. */
const columns = transposed(conversionMatrix('display-p3', 'srgb'))
  .flat()
  .map((value) => value.toFixed(7))
const MATRIX = `const mat3 TO_SRGB = mat3(${columns.join(', ')});\n`

/** A copy of a picture in Display P3, converted to sRGB for the screen. */
export class SrgbPicture {
  /** Premultiplied, sRGB-encoded; as large as the last picture. */
  readonly texture = RenderTexture.create({ width: 1, height: 1, resolution: 1, dynamic: true })
  private readonly mesh: Mesh<Geometry, Shader>

  constructor() {
    const geometry = new Geometry({ attributes: { aPosition: [-1, -1, 3, -1, -1, 3] } })
    const shader = new Shader({
      glProgram: GlProgram.from({ vertex, fragment: `${PREAMBLE}${color}${MATRIX}${fragment}`, name: 'to-srgb' }),
      resources: { uPicture: Texture.EMPTY.source },
    })
    const state = State.for2d()
    state.blend = false
    this.mesh = new Mesh({ geometry, shader, state })
  }

  /** Converts `picture` (premultiplied, Display P3). */
  update(renderer: WebGLRenderer, picture: RenderTexture): void {
    const { shader } = this.mesh
    if (!shader) throw new Error('the picture was destroyed')
    const { width, height } = picture
    if (this.texture.width !== width || this.texture.height !== height) this.texture.resize(width, height)
    shader.resources.uPicture = picture.source
    renderer.render({ container: this.mesh, target: this.texture, clear: true, clearColor: [0, 0, 0, 0] })
    shader.resources.uPicture = Texture.EMPTY.source
  }

  destroy(): void {
    const { geometry, shader } = this.mesh
    this.mesh.destroy()
    shader?.destroy()
    geometry.destroy(true)
    this.texture.destroy(true)
  }
}
