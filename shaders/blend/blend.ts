import type { RenderTexture, TextureSource, WebGLRenderer } from 'pixi.js'
import { COPY_FRAGMENT } from '../copy.ts'
import highlights from '../lens/highlights.glsl?raw'
import { raiseOf } from '../lens/plan.ts'
import color from '../lib/color.glsl?raw'
import { Pass } from '../lib/pass.ts'
import blendFragment from './blend.frag?raw'
import { BLEND_MODES, type BlendMode } from './modes.ts'

/** The compositing of a layer: with a blend mode, or in linear light like the layers of a lens blur. */
export type Compositing = BlendMode | { /** Strength of the raised highlights, percent. */ highlights: number }

/** Composites a layer's texture into a target with a blend mode. */
export class BlendPass {
  private readonly copy = new Pass('copy-texels', COPY_FRAGMENT, ['uSource'], {})
  private readonly blend = new Pass('blend', `${color}${highlights}${blendFragment}`, ['uBackdrop', 'uLayer'], {
    uRaise: 'vec2<f32>',
  })

  /**
   * Replaces `target` with `layer` composited over it. All textures have one size and are premultiplied. `backdrop`
   * receives a copy of `target`, because a shader cannot read its own target. A scissor rectangle limits all writes.
   */
  draw(
    renderer: WebGLRenderer,
    mode: Compositing,
    { target, layer, backdrop }: { target: RenderTexture; layer: TextureSource; backdrop: RenderTexture },
  ): void {
    this.copy.draw(renderer, backdrop, { uSource: target.source }, {})
    const textures = { uBackdrop: backdrop.source, uLayer: layer }
    const isLight = typeof mode === 'object'
    const index = isLight ? BLEND_MODES.length : BLEND_MODES.indexOf(mode)
    const uniforms = { uRaise: raiseOf(isLight ? mode.highlights : 0) }
    this.blend.draw(renderer, target, textures, uniforms, { defines: { MODE: index } })
  }

  destroy(): void {
    this.copy.destroy()
    this.blend.destroy()
  }
}
