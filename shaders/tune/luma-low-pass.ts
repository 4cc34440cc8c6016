import type { RenderTexture, TextureSource, WebGLRenderer } from 'pixi.js'
import type { ColorSpace } from '#client/kit/pixels/color-space/colorSpace.ts'
import { sameItems } from '#client/kit/values/identity.ts'
import { type BlurredWindow, blurFormat } from '../blur/blur.ts'
import { gaussian } from '../blur/plan.ts'
import color from '../lib/color.glsl?raw'
import { createTarget, type Defines, Pass } from '../lib/pass.ts'
import reading from '../photo/window.glsl?raw'
import { type PixelWindow, windowKey } from '../photo/window.ts'
import fragment from './luma-low-pass.frag?raw'

/**
 * Maximum longer side, px. A longer photo gets the low-pass of this size, because the shader has only MAX_WEIGHTS
 * weights.
 */
const MAX_LONG_SIDE = 16_384

/**
 * Returns the standard deviation of the fine band, in document px. The deviation is proportional to the photo's longer
 * side up to MAX_LONG_SIDE: 0.9 px at 4000 px. `longSide`: the photo's longer side, px.
 */
export const fineSigma = (longSide: number): number => Math.max(0.6, (0.9 * Math.min(longSide, MAX_LONG_SIDE)) / 4000)
/** Standard deviation of the coarse band, as a multiple of the fine band's. */
const COARSE_SIGMA_RATIO = 4

/** Returns the reading radius of sharpening, in document px. `longSide`: the photo's longer side, px. */
export const sharpenReach = (longSide: number): number => gaussian(COARSE_SIGMA_RATIO * fineSigma(longSide)).length

/**
 * Maximum number of weights. A photo with a longer side of MAX_LONG_SIDE needs 46: the center and 3 × the coarse sigma.
 */
const MAX_WEIGHTS = 48

/** Input of the low-pass filter for Sharpness. */
export interface LumaLowPassInput {
  /** The painted part of the photo as a texture. */
  photo: PixelWindow
  /** Blurred photo to sharpen instead of `photo`, or null if there is no blur. */
  blurred: BlurredWindow | null
  /** The photo's longer side in photo px. The width of the low-pass depends on it (`fineSigma`). */
  longSide: number
  /** True when alpha varies. Luma is then weighted by alpha. */
  isWeighted: boolean
  /** Color space of the photo, for the luma weights. By default sRGB. */
  space?: ColorSpace
}

const STEPS = { LUMA_ONLY: 0, ACROSS: 1, DOWN: 2 } as const

/** Computes the low-passed luma of a photo for sharpening, and caches it on the GPU until the input changes. */
export class LumaLowPass {
  private readonly renderer: WebGLRenderer
  private readonly pass = new Pass(
    'luma-low-pass',
    `#define MAX_WEIGHTS ${MAX_WEIGHTS}\n${color}${reading}${fragment}`,
    ['uSource'],
    {
      uFrom: 'vec2<i32>',
      uSourceOrigin: 'vec2<i32>',
      uSourceTexel: 'f32',
      uRadius: 'i32',
      uFine: ['f32', MAX_WEIGHTS],
      uCoarse: ['f32', MAX_WEIGHTS],
    },
  )
  private texture: RenderTexture | null = null
  private lastInput: readonly unknown[] = []

  constructor(renderer: WebGLRenderer) {
    this.renderer = renderer
  }

  /**
   * Returns the low-passed texture window with the grid of `photo`. Paints the window only if the input has changed
   * since the last call.
   */
  update(input: LumaLowPassInput): PixelWindow {
    const { photo, blurred, longSide, isWeighted, space } = input
    const seen = [...windowKey(photo), blurred?.source, longSide, isWeighted, space]
    if (!this.texture || !sameItems(this.lastInput, seen)) {
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
    this.pass.destroy()
  }

  private paint({ photo, blurred, longSide, isWeighted, space }: LumaLowPassInput): RenderTexture {
    const { pixelWidth: width, pixelHeight: height } = photo.source
    const { origin } = photo
    const sigma = fineSigma(longSide) / photo.texel
    const between = isWeighted ? blurFormat(this.renderer) : null
    const common = { IS_WEIGHTED: isWeighted, DISPLAY_P3: space === 'display-p3' }
    const luma = blurred && createTarget(width, height, between ?? 'rg8unorm')
    if (luma && blurred)
      this.run('LUMA_ONLY', { ...common, IS_CUBIC: blurred.isCubic }, luma, blurred.source, {
        from: origin,
        origin: blurred.origin,
        texel: blurred.texel / photo.texel,
      })
    const across = createTarget(width, height, between ?? 'rgba8unorm')
    this.run('ACROSS', { ...common, IS_LUMA: luma !== null }, across, luma?.source ?? photo.source, { sigma })
    const down = createTarget(width, height, 'rg8unorm')
    this.run('DOWN', common, down, across.source, { sigma })
    luma?.destroy(true)
    across.destroy(true)
    return down
  }

  private run(
    step: keyof typeof STEPS,
    defines: Defines,
    target: RenderTexture,
    source: TextureSource,
    { from = ZERO, origin = ZERO, texel = 1, sigma = 0 },
  ) {
    const fine = gaussian(sigma)
    const coarse = [...gaussian(COARSE_SIGMA_RATIO * sigma)]
    const uniforms = {
      uFrom: [from.x, from.y],
      uSourceOrigin: [origin.x, origin.y],
      uSourceTexel: texel,
      uRadius: coarse.length - 1,
      uFine: coarse.map((_, i) => fine[i] ?? 0),
      uCoarse: coarse,
    } as const
    this.pass.draw(this.renderer, target, { uSource: source }, uniforms, {
      defines: { ...STEPS, STEP: step, ...defines },
    })
  }
}

const ZERO = { x: 0, y: 0 }
