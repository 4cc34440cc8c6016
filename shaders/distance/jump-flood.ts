import type { RenderTexture, TextureSource, WebGLRenderer } from 'pixi.js'
import { createTarget, Pass } from '../lib/pass.ts'
import { EXTRA_JUMPS, firstJump } from './encoding.ts'
import jumpSource from './jump.frag?raw'
import measureSource from './measure.frag?raw'
import seedSource from './seed.frag?raw'

/**
 * `integer`: texture format r16sint in units of 1/64 texel, read with texelFetch, exact to 1/128 texel at any distance.
 * `half`: texture format r16float in units of texels, filtered by the sampler, precise near the contour only.
 */
export type FieldFormat = 'integer' | 'half'

/**
 * Computes distance fields with jump flooding: a pass for the seeds, about log₂ range + 3 jumps, and a measuring pass.
 */
export class JumpFlood {
  private readonly seed = new Pass('distance-seed', seedSource, ['uCoverage'], {})
  private readonly jump = new Pass('distance-jump', jumpSource, ['uSeeds'], { uJump: 'i32' })
  private readonly measure = new Pass('distance-measure', measureSource, ['uSeeds', 'uFlooded', 'uCoverage'], {
    uRange: 'f32',
  })

  /**
   * Returns a new texture of the coverage's size. The caller destroys the texture. A texel contains the distance from
   * its center to the contour where coverage (the red channel) is one half, negative inside, in the unit of `format`.
   * `range`: maximum needed distance, texels, at most MAX_RANGE (unchecked). Beyond the range, an 'integer' field has
   * ±FAR, and a 'half' field ±range.
   */
  build(
    renderer: WebGLRenderer,
    coverage: TextureSource,
    options: { range: number; format: FieldFormat },
  ): RenderTexture {
    const { pixelWidth: width, pixelHeight: height } = coverage
    const seeds = createTarget(width, height, 'rg16sint')
    let from = createTarget(width, height, 'rg16sint')
    let to = createTarget(width, height, 'rg16sint')

    this.seed.draw(renderer, seeds, { uCoverage: coverage }, {})
    const flood = (source: RenderTexture, uJump: number) => {
      this.jump.draw(renderer, to, { uSeeds: source.source }, { uJump })
      ;[from, to] = [to, from]
    }
    const first = firstJump(options.range)
    flood(seeds, first)
    for (let distance = first / 2; distance >= 1; distance /= 2) flood(from, distance)
    for (const distance of EXTRA_JUMPS) flood(from, distance)

    const field = createTarget(width, height, options.format === 'integer' ? 'r16sint' : 'r16float')
    if (options.format === 'half') field.source.scaleMode = 'linear'
    const inputs = { uSeeds: seeds.source, uFlooded: from.source, uCoverage: coverage }
    const defines = { AS_HALF: options.format === 'half' }
    this.measure.draw(renderer, field, inputs, { uRange: options.range }, { defines })
    for (const texture of [seeds, from, to]) texture.destroy(true)
    return field
  }

  destroy(): void {
    for (const pass of [this.seed, this.jump, this.measure]) pass.destroy()
  }
}
