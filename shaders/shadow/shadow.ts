import { RenderTexture, TextureSource, type WebGLRenderer } from 'pixi.js'
import type { Point } from '#client/kit/geometry/geometry.ts'
import { createProgram, Pass, QUAD_VERTEX, ShaderMesh } from '../lib/pass.ts'
import { type Grid, placeQuad } from '../lib/quad.ts'
import { SHADOW_UNIFORMS, type ShadowUniforms, SILHOUETTE_SIDE } from './plan.ts'
import fragment from './shadow.frag?raw'

/**
 * Returns the silhouette of a shadow's caster: a texture of SILHOUETTE_SIDE² texels with mip levels. The caller
 * destroys the texture. The red channel is the alpha of `source`, copied texel for texel. `first`: position of the top
 * left corner of `source`, texels. The surroundings are 0.
 */
export function silhouetteOf(renderer: WebGLRenderer, source: TextureSource, first: Point): RenderTexture {
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
  const pass = new Pass('silhouette', silhouetteFragment, ['uSource'], { uFirst: 'vec2<f32>' })
  pass.draw(renderer, silhouette, { uSource: source }, { uFirst: [first.x, first.y] })
  pass.destroy()
  silhouette.source.updateMipmaps()
  return silhouette
}

const UNIFORMS = { ...SHADOW_UNIFORMS, uSide: 'f32', uTarget: 'vec2<f32>' } as const

const createShadowProgram = () => createProgram('shadow', QUAD_VERTEX, fragment)

/** A mesh, in document px, that paints a shadow from a silhouette in one pass. */
export class Shadow extends ShaderMesh<'uSilhouette', typeof UNIFORMS> {
  constructor() {
    super(createShadowProgram(), ['uSilhouette'], UNIFORMS)
  }

  /** Shows the shadow over `target`, whose texels must be output px. */
  show(silhouette: RenderTexture, uniforms: ShadowUniforms, target: Grid): void {
    const all = { ...uniforms, uSide: SILHOUETTE_SIDE, uTarget: [target.x, target.y] } as const
    this.set(createShadowProgram(), { uSilhouette: silhouette.source }, all)
    placeQuad(this.geometry, target, target.scale)
  }
}

const silhouetteFragment = /* glsl */ `
// Copies the alpha of a texture, texel by texel, into a larger texture of one channel, with 0 around the copy.
// In: premultiplied RGBA. Out: R = coverage. Reach: 0.
in vec2 vTexel;
out vec4 finalColor;

uniform sampler2D uSource;
uniform vec2 uFirst; // the source's first texel, in texels of the target

void main() {
  ivec2 at = ivec2(floor(vTexel) - uFirst);
  ivec2 size = textureSize(uSource, 0);
  bool isInside = all(greaterThanEqual(at, ivec2(0))) && all(lessThan(at, size));
  finalColor = vec4(isInside ? texelFetch(uSource, at, 0).a : 0.0);
}
`
