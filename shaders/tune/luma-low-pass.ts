import { GlProgram, type RenderTexture, Texture, type TextureSource, type WebGLRenderer } from 'pixi.js'
import type { ColorSpace } from '#client/kit/base/color-space/colorSpace.ts'
import { type BlurredWindow, blurFormat } from '../blur/blur.ts'
import { gaussian } from '../blur/plan.ts'
import color from '../lib/color.glsl?raw'
import { createTarget, PASS_VERTEX, Pass, PREAMBLE } from '../lib/pass.ts'
import reading from '../photo/window.glsl?raw'
import type { PixelWindow } from '../photo/window.ts'
import fragment from './luma-low-pass.frag?raw'

/**
 * Returns the standard deviation of the fine band, document px: 0.9 px for a photo of 4000 px, proportional for others.
 * `longSide`: of the photo, px.
 */
export const fineSigma = (longSide: number): number => Math.max(0.6, (0.9 * longSide) / 4000)
/** Standard deviation of the coarse band relative to the fine band's. */
const COARSE_SIGMA_RATIO = 4

/** Returns the reading radius of sharpening, document px. `longSide`: of the photo, px. */
export const sharpenReach = (longSide: number): number => gaussian(COARSE_SIGMA_RATIO * fineSigma(longSide)).length

/** 3 × the coarse sigma of a photo of 16,384 px, the maximum size. */
const MAX_WEIGHTS = 48

/** Input of the low-pass filter for Sharpness. */
export interface LumaLowPassInput {
  /** painted part of the photo as a texture */
  photo: PixelWindow
  /** Blurred photo to sharpen instead of `photo`; null = the slider Blur is 0. */
  blurred: BlurredWindow | null
  /** The photo's longer side, photo px. The width of the low-pass is proportional to it (`fineSigma`). */
  longSide: number
  /** True when alpha varies: luma is then weighted by alpha. */
  isWeighted: boolean
  /** Colour space of the photo, for the luma weights; absent = sRGB. */
  space?: ColorSpace
}

type Step = 'LUMA_ONLY' | 'ACROSS' | 'DOWN'

/** Computes the low-passed luma of a photo for sharpening, and caches it on the GPU until the input changes. */
export class LumaLowPass {
  private readonly renderer: WebGLRenderer
  private readonly passes = new Map<string, Pass>()
  private texture: RenderTexture | null = null
  private lastInput: readonly unknown[] = []

  constructor(renderer: WebGLRenderer) {
    this.renderer = renderer
  }

  /**
   * Returns the low-passed window with the grid of `photo`, painted only when the input has changed since the last
   * call.
   */
  update(input: LumaLowPassInput): PixelWindow {
    const { photo, blurred, longSide, isWeighted, space } = input
    const seen = [photo.source, photo.origin.x, photo.origin.y, blurred?.source, longSide, isWeighted, space]
    if (!this.texture || seen.some((item, i) => item !== this.lastInput[i])) {
      this.clear()
      this.texture = this.paint(input)
      this.lastInput = seen
    }
    return { source: this.texture.source, texel: photo.texel, origin: photo.origin }
  }

  clear(): void {
    this.texture?.destroy(true)
    this.texture = null
  }

  destroy(): void {
    this.clear()
    for (const pass of this.passes.values()) pass.destroy()
  }

  private paint({ photo, blurred, longSide, isWeighted, space }: LumaLowPassInput): RenderTexture {
    const { pixelWidth: width, pixelHeight: height } = photo.source
    const { origin } = photo
    const sigma = fineSigma(longSide) / photo.texel
    const between = isWeighted ? blurFormat(this.renderer) : null
    const weighted = [...(isWeighted ? ['IS_WEIGHTED'] : []), ...(space === 'display-p3' ? ['DISPLAY_P3'] : [])]
    const luma = blurred && createTarget(width, height, between ?? 'rg8unorm')
    if (luma && blurred)
      this.run('LUMA_ONLY', blurred.isCubic ? [...weighted, 'IS_CUBIC'] : weighted, luma, blurred.source, {
        from: origin,
        origin: blurred.origin,
        texel: blurred.texel / photo.texel,
      })
    const across = createTarget(width, height, between ?? 'rgba8unorm')
    this.run('ACROSS', luma ? [...weighted, 'IS_LUMA'] : weighted, across, luma?.source ?? photo.source, { sigma })
    const down = createTarget(width, height, 'rg8unorm')
    this.run('DOWN', weighted, down, across.source, { sigma })
    luma?.destroy(true)
    across.destroy(true)
    return down
  }

  private run(
    step: Step,
    defines: readonly string[],
    target: RenderTexture,
    source: TextureSource,
    { from = ZERO, origin = ZERO, texel = 1, sigma = 0 },
  ) {
    const pass = this.passFor(step, defines)
    const { resources } = pass.shader
    resources.uSource = source
    const { uniforms } = resources.low
    uniforms.uFrom.set([from.x, from.y])
    uniforms.uSourceOrigin.set([origin.x, origin.y])
    uniforms.uSourceTexel = texel
    const coarse = gaussian(COARSE_SIGMA_RATIO * sigma)
    uniforms.uFine.fill(0).set(gaussian(sigma))
    uniforms.uCoarse.fill(0).set(coarse)
    uniforms.uRadius = coarse.length - 1
    pass.draw(this.renderer, target)
    resources.uSource = Texture.EMPTY.source // drop the reference: the source may be destroyed before the next call
  }

  private passFor(step: Step, defines: readonly string[]): Pass {
    const key = [step, ...defines].join()
    const known = this.passes.get(key)
    if (known) return known
    const variant = defines.map((name) => `#define ${name}\n`).join('')
    const head = `#define MAX_WEIGHTS ${MAX_WEIGHTS}\n#define LUMA_ONLY 0\n#define ACROSS 1\n#define DOWN 2\n#define STEP ${step}\n`
    const pass = new Pass(
      GlProgram.from({
        vertex: PASS_VERTEX,
        fragment: `${PREAMBLE}${head}${variant}${color}${reading}${fragment}`,
        name: 'low',
      }),
      {
        uSource: Texture.EMPTY.source,
        low: {
          uFrom: { value: new Int32Array(2), type: 'vec2<i32>' },
          uSourceOrigin: { value: new Int32Array(2), type: 'vec2<i32>' },
          uSourceTexel: { value: 1, type: 'f32' },
          uRadius: { value: 0, type: 'i32' },
          uFine: { value: new Float32Array(MAX_WEIGHTS), type: 'f32', size: MAX_WEIGHTS },
          uCoarse: { value: new Float32Array(MAX_WEIGHTS), type: 'f32', size: MAX_WEIGHTS },
        },
      },
    )
    this.passes.set(key, pass)
    return pass
  }
}

const ZERO = { x: 0, y: 0 }
