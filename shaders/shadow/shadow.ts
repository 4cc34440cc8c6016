import {
  GlProgram,
  Mesh,
  type MeshGeometry,
  RenderTexture,
  Shader,
  Texture,
  TextureSource,
  type WebGLRenderer,
} from 'pixi.js'
import { PREAMBLE, QUAD_VERTEX } from '../lib/pass.ts'
import { createQuad, type Grid, placeQuad } from '../lib/quad.ts'
import { TexturePass } from '../lib/texture-pass.ts'
import { type ShadowUniforms, SILHOUETTE_SIDE } from './plan.ts'
import fragment from './shadow.frag?raw'

/** Takes silhouettes: the coverage of a shadow's caster, with mip levels. */
export class SilhouettePass {
  private readonly pass = new TexturePass('silhouette', `${PREAMBLE}${silhouetteFragment}`, ['uSource'], {
    uFirst: 'vec2<f32>',
  })

  /**
   * Returns a texture of SILHOUETTE_SIDE² texels with mip levels, destroyed by the caller. R = the alpha of `source`,
   * copied texel for texel. `first`: position of the top left corner of `source`, texels; the surroundings are 0.
   */
  take(renderer: WebGLRenderer, source: TextureSource, first: { x: number; y: number }): RenderTexture {
    const silhouette = new RenderTexture({
      source: new TextureSource({
        width: SILHOUETTE_SIDE,
        height: SILHOUETTE_SIDE,
        format: 'r8unorm',
        scaleMode: 'linear',
        addressMode: 'clamp-to-edge',
        autoGenerateMipmaps: true,
        autoGarbageCollect: false,
      }),
    })
    this.pass.draw(renderer, silhouette, { uSource: source }, { uFirst: [first.x, first.y] })
    silhouette.source.updateMipmaps()
    return silhouette
  }

  destroy(): void {
    this.pass.destroy()
  }
}

const VECTORS = {
  uShift: 2,
  uAlong: 2,
  uDown: 2,
  uSigma: 3,
  uContact: 4,
  uContactPlace: 4,
  uInk: 3,
  uTarget: 2,
} as const

const freshUniforms = () => ({
  ...Object.fromEntries(
    Object.entries(VECTORS).map(([name, length]) => [
      name,
      { value: new Float32Array(length), type: `vec${length}<f32>` as const },
    ]),
  ),
  uSide: { value: SILHOUETTE_SIDE, type: 'f32' as const },
  uOpacity: { value: 0, type: 'f32' as const },
})

/** A mesh, in document px, that paints a shadow from a silhouette in one pass. */
export class Shadow {
  readonly mesh: Mesh<MeshGeometry, Shader>
  private readonly geometry = createQuad()
  private readonly shader = new Shader({
    glProgram: GlProgram.from({ vertex: QUAD_VERTEX, fragment: `${PREAMBLE}${fragment}`, name: 'shadow' }),
    resources: { uSilhouette: Texture.EMPTY.source, shadow: freshUniforms() },
  })

  constructor() {
    this.mesh = new Mesh({ geometry: this.geometry, shader: this.shader, visible: false }) // until the first silhouette
  }

  /** Shows the shadow over `target`, whose texels must be output px. */
  set(silhouette: RenderTexture, uniforms: ShadowUniforms, target: Grid): void {
    this.mesh.visible = true
    const { resources } = this.shader
    resources.uSilhouette = silhouette.source
    const group = resources.shadow.uniforms
    const values: Readonly<Record<keyof typeof VECTORS, readonly number[]>> = {
      ...uniforms,
      uTarget: [target.x, target.y],
    }
    for (const name of Object.keys(VECTORS) as (keyof typeof VECTORS)[]) group[name].set(values[name])
    group.uOpacity = uniforms.uOpacity
    placeQuad(this.geometry, target, target.scale)
  }

  /** Hides the mesh and releases its silhouette. */
  hide(): void {
    this.mesh.visible = false
    this.shader.resources.uSilhouette = Texture.EMPTY.source
  }

  destroy(): void {
    this.mesh.destroy()
    this.geometry.destroy(true)
    this.shader.destroy()
  }
}

const silhouetteFragment = /* glsl */ `
// Copies the alpha of a texture into a larger one of one channel, texel for texel; nothing around it.
// In: premultiplied RGBA. Out: R = coverage. Reach: 0.
in vec2 vTexel;
out vec4 finalColor;

uniform sampler2D uSource;
uniform vec2 uFirst; // where the source begins, texels of the target

void main() {
  ivec2 at = ivec2(floor(vTexel) - uFirst);
  ivec2 size = textureSize(uSource, 0);
  bool isInside = all(greaterThanEqual(at, ivec2(0))) && all(lessThan(at, size));
  finalColor = vec4(isInside ? texelFetch(uSource, at, 0).a : 0.0);
}
`
