import { GlProgram, type RenderTexture, Texture, type TextureSource, type WebGLRenderer } from 'pixi.js'
import { PASS_VERTEX, Pass, PREAMBLE } from '../lib/pass.ts'
import blendFragment from './blend.frag?raw'
import copyFragment from './copy-texels.frag?raw'
import { BLEND_MODES, type BlendMode } from './modes.ts'

const createPass = (name: string, fragment: string, textures: readonly string[]) =>
  new Pass(
    GlProgram.from({ vertex: PASS_VERTEX, fragment: `${PREAMBLE}${fragment}`, name }),
    Object.fromEntries(textures.map((texture) => [texture, Texture.EMPTY.source])),
  )

/** Composites a layer into a target with a blend mode. The layer was painted into a texture of its own before. */
export class BlendPass {
  private readonly copy = createPass('copy-texels', copyFragment, ['uSource'])
  private readonly passes = new Map<BlendMode, Pass>()

  /**
   * Replaces `target` by `layer` composited over it; all textures have one size and are premultiplied. `backdrop`
   * receives a copy of `target`, since a shader cannot read the texture that it writes. A scissor rectangle limits all
   * writes.
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
    const pass = this.passFor(mode)
    const { resources } = pass.shader
    resources.uBackdrop = backdrop.source
    resources.uLayer = layer
    pass.draw(renderer, target, whole)
    resources.uBackdrop = resources.uLayer = Texture.EMPTY.source
  }

  destroy(): void {
    this.copy.destroy()
    for (const pass of this.passes.values()) pass.destroy()
  }

  private passFor(mode: BlendMode): Pass {
    const known = this.passes.get(mode)
    if (known) return known
    const defines = `#define MODE ${BLEND_MODES.indexOf(mode)}\n`
    const pass = createPass(`blend-${mode}`, `${defines}${blendFragment}`, ['uBackdrop', 'uLayer'])
    this.passes.set(mode, pass)
    return pass
  }
}
