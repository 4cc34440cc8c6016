import type { RenderTexture, TextureSource, WebGLRenderer } from 'pixi.js'
import type { ColorSpace } from '#client/kit/base/color-space/colorSpace.ts'
import { rgbOf } from '../lib/color.ts'
import type { Grid } from '../lib/quad.ts'
import { planGlow } from './plan.ts'
import { type AlphaColoring, BlurredAlpha } from './soft-alpha.ts'

/** settings of a layer's glow (spec §3) */
export interface GlowSettings {
  /** `#rgb` or `#rrggbb`. */
  color: string
  /** Document px, 0 … 50. The glow ends at twice this distance (spec §9). */
  intensity: number
}

/** Standard deviation per intensity. The glow ends after three standard deviations. */
const SIGMA_PER_INTENSITY = 2 / 3

/** Gain of a glow (`AlphaColoring`), which makes the glow of thin strokes as bright as that of wide strokes. */
export const GLOW_GAIN = 2.2

/**
 * Blurred alpha below this value becomes 0, so that a glow ends: the value at three standard deviations from a straight
 * edge.
 */
export const ALPHA_CUTOFF = 0.00135

/**
 * Returns the distance from an edge, document px, beyond which its glow is invisible. `intensity`: the user's setting.
 */
export const glowEnd = (intensity: number): number => 2 * intensity

/**
 * Returns the reading radius of a glow, document px: the border that tiles need. Larger than `glowEnd`, because the
 * pyramid reads beyond its visible result. `intensity`: document px, 0..50; `scale`: output px per document px.
 */
export function glowReach(intensity: number, scale = 1): number {
  return intensity > 0 ? planGlow(intensity * SIGMA_PER_INTENSITY * scale).reach / scale : 0
}

/**
 * Converts glow settings to the blur's standard deviation in texels and the colouring. `scale`: texels per document px;
 * `space`: of the target, absent = sRGB.
 */
export function glowUniforms(
  settings: GlowSettings,
  scale: number,
  space?: ColorSpace,
): AlphaColoring & { sigma: number } {
  const [red, green, blue] = rgbOf(settings.color, space)
  const sigma = settings.intensity * SIGMA_PER_INTENSITY * scale
  return { sigma, color: [red, green, blue, 1], gain: GLOW_GAIN, cut: ALPHA_CUTOFF }
}

/** Paints the glow of text, shapes, stickers and overlays: a coloured and amplified blur of the layer's alpha. */
export class Glow {
  private readonly soft = new BlurredAlpha()
  private readonly space: ColorSpace

  /** `space`: colour space of the target. */
  constructor(space: ColorSpace = 'srgb') {
    this.space = space
  }

  /**
   * Overwrites `target` (rgba8unorm) with the glow, premultiplied. `layer`: premultiplied, at the target's scale,
   * complete within `glowReach` of the target. Do not call it at intensity 0.
   */
  draw(
    renderer: WebGLRenderer,
    target: { texture: RenderTexture; grid: Grid },
    layer: { texture: TextureSource; grid: Grid },
    settings: GlowSettings,
  ): void {
    const { sigma, ...soft } = glowUniforms(settings, target.grid.scale, this.space)
    this.soft.draw(renderer, target, layer, sigma, soft)
  }

  destroy(): void {
    this.soft.destroy()
  }
}
