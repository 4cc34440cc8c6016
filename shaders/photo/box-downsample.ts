import { GlProgram, Texture, type TextureSource, type WebGLRenderer } from 'pixi.js'
import { PASS_VERTEX, Pass, PREAMBLE } from '../lib/pass.ts'
import { type AveragingMode, averagingDefines } from './averaging.ts'
import fragment from './box-downsample.frag?raw'

interface BoxDownsampleJob {
  /** A band of level 0. `width` × `height` of its texels have pixels. */
  band: TextureSource
  width: number
  height: number
  factor: number
}

/** Box downsampling of photo bands by an integer factor. One pass per averaging mode. */
export class BoxDownsamplePass {
  private readonly bandSize = new Int32Array(2)
  private readonly areaFrom = new Int32Array(2)
  private readonly pass: Pass

  constructor(mean: AveragingMode) {
    this.pass = new Pass(
      GlProgram.from({
        vertex: PASS_VERTEX,
        fragment: `${PREAMBLE}${averagingDefines(mean)}${fragment}`,
        name: `reduce-${mean}`,
      }),
      {
        uBand: Texture.EMPTY.source,
        reduce: {
          uBandSize: { value: this.bandSize, type: 'vec2<i32>' },
          uAreaFrom: { value: this.areaFrom, type: 'vec2<i32>' },
          uFactor: { value: 1, type: 'i32' },
        },
      },
    )
  }

  /** Writes the averages of a photo band into the target. `at`: target texel of the band's first texel. */
  draw(renderer: WebGLRenderer, target: Texture, at: { x: number; y: number }, job: BoxDownsampleJob): void {
    const { shader } = this.pass
    shader.resources.uBand = job.band
    this.bandSize.set([job.width, job.height])
    this.areaFrom.set([at.x, at.y])
    shader.resources.reduce.uniforms.uFactor = job.factor
    this.pass.draw(renderer, target, {
      ...at,
      width: Math.ceil(job.width / job.factor),
      height: Math.ceil(job.height / job.factor),
    })
    shader.resources.uBand = Texture.EMPTY.source // drop the reference: the band's texture is destroyed afterwards
  }

  destroy(): void {
    this.pass.destroy()
  }
}
