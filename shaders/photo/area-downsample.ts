import { GlProgram, Texture, type WebGLRenderer } from 'pixi.js'
import { PASS_VERTEX, Pass, PREAMBLE } from '../lib/pass.ts'
import fragment from './area-downsample.frag?raw'
import { type AveragingMode, averagingDefines } from './averaging.ts'
import reading from './window.glsl?raw'
import type { PixelWindow } from './window.ts'

interface AreaDownsampleJob {
  source: PixelWindow
  /** size of the whole level that contains `source`, texels */
  sourceSize: { width: number; height: number }
  /** texel of the whole smaller picture at the target's (0, 0) */
  from: { x: number; y: number }
  /** source texels per target texel */
  span: number
}

/** Area-averaging downsampling by any factor. One pass per averaging mode. */
export class AreaDownsamplePass {
  private readonly pass: Pass
  private readonly values = {
    uSourceOrigin: { value: new Int32Array(2), type: 'vec2<i32>' },
    uSourceSize: { value: new Int32Array(2), type: 'vec2<i32>' },
    uFrom: { value: new Int32Array(2), type: 'vec2<i32>' },
    uSpan: { value: new Float32Array(2), type: 'vec2<f32>' },
  }

  constructor(mean: AveragingMode) {
    this.pass = new Pass(
      GlProgram.from({
        vertex: PASS_VERTEX,
        fragment: `${PREAMBLE}${averagingDefines(mean)}${reading}${fragment}`,
        name: `shrink-${mean}`,
      }),
      { uSource: Texture.EMPTY.source, shrink: this.values },
    )
  }

  /**
   * Overwrites `target` with the area averages. `from`: the target's rectangle in texels of the smaller picture;
   * `span`: source texels per target texel; `sourceSize`: the whole source picture, texels.
   */
  draw(renderer: WebGLRenderer, target: Texture, { source, sourceSize, from, span }: AreaDownsampleJob): void {
    const { resources } = this.pass.shader
    resources.uSource = source.source
    this.values.uSourceOrigin.value.set([source.origin.x, source.origin.y])
    this.values.uSourceSize.value.set([sourceSize.width, sourceSize.height])
    this.values.uFrom.value.set([from.x, from.y])
    this.values.uSpan.value.set([span, span])
    this.pass.draw(renderer, target)
    resources.uSource = Texture.EMPTY.source // drop the reference: the source may be destroyed before the next call
  }

  destroy(): void {
    this.pass.destroy()
  }
}
