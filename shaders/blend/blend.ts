import { GlProgram, type RenderTexture, Texture, type TextureSource, type WebGLRenderer } from 'pixi.js'
import { PASS_VERTEX, Pass, PassVariants, PREAMBLE } from '../lib/pass.ts'
import blendFragment from './blend.frag?raw'
import { BLEND_MODES, type BlendMode } from './modes.ts'

const createPass = (name: string, fragment: string, textures: readonly string[]) =>
  new Pass(
    GlProgram.from({ vertex: PASS_VERTEX, fragment: `${PREAMBLE}${fragment}`, name }),
    Object.fromEntries(textures.map((texture) => [texture, Texture.EMPTY.source])),
  )

/** Composites a layer, painted into its own texture, into a target with a blend mode. */
export class BlendPass {
  private readonly copy = createPass('copy-texels', COPY_FRAGMENT, ['uSource'])
  private readonly passes = new PassVariants((defines) =>
    createPass('blend', `${defines}${blendFragment}`, ['uBackdrop', 'uLayer']),
  )

  /**
   * Replaces `target` by `layer` composited over it. All textures have one size and are premultiplied. `backdrop`
   * receives a copy of `target`, because a shader cannot read its own target. A scissor rectangle limits all writes.
   */
  draw(
    renderer: WebGLRenderer,
    mode: BlendMode,
    { target, layer, backdrop }: { target: RenderTexture; layer: TextureSource; backdrop: RenderTexture },
  ): void {
    const { pixelWidth: width, pixelHeight: height } = target.source
    const whole = { x: 0, y: 0, width, height }
    const from = this.copy.shader.resources
    from.uSource = target.source
    this.copy.draw(renderer, backdrop, whole)
    from.uSource = Texture.EMPTY.source
    const pass = this.passes.get(`#define MODE ${BLEND_MODES.indexOf(mode)}\n`)
    const { resources } = pass.shader
    resources.uBackdrop = backdrop.source
    resources.uLayer = layer
    pass.draw(renderer, target, whole)
    resources.uBackdrop = resources.uLayer = Texture.EMPTY.source
  }

  destroy(): void {
    this.copy.destroy()
    this.passes.destroy()
  }
}

/** Copies a texture texel by texel. */
export const COPY_FRAGMENT = /* glsl */ `
// Copies a texture texel by texel. In and out: any encoding. Reach: 0. Twin: none, it computes nothing.

in vec2 vTexel;
out vec4 finalColor;

uniform sampler2D uSource;

void main() {
  finalColor = texelFetch(uSource, ivec2(floor(vTexel)), 0);
}
`
