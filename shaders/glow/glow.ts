/** Glow of text, shapes, stickers and overlays: a coloured and amplified blur of the layer's alpha, drawn below it. */
import type { RenderTexture, TextureSource, WebGLRenderer } from 'pixi.js'
import { rgbOf } from '../lib/color.ts'
import type { Grid } from '../lib/grid.ts'
import { planBlur } from './plan.ts'
import { type AlphaColoring, BlurredAlpha } from './soft-alpha.ts'

/** As the user sets them (spec §3). */
export interface GlowSettings {
  /** `#rgb` or `#rrggbb`. */
  color: string
  /** Document px, 0 … 50. The glow ends at twice this distance (spec §9). */
  intensity: number
}

/** Standard deviation per intensity: the glow ends after three standard deviations. */
const SIGMA_PER_INTENSITY = 2 / 3

/** Amplification, which makes the glow of thin strokes as bright as that of wide ones. */
export const GLOW_GAIN = 2.2

/** The Gaussian of a straight edge after three standard deviations; smaller values are cut to 0. */
export const ALPHA_CUTOFF = 0.00135

/** Distance in document px at which the glow of an edge has ended. */
export const glowEnd = (intensity: number): number => 2 * intensity

/**
 * The reach of a glow, document px: the apron that tiles need. It is more than `glowEnd`, because the pyramid reads further
 * than its result is visible.
 */
export function glowReach(intensity: number, scale = 1): number {
  return intensity > 0 ? planBlur(intensity * SIGMA_PER_INTENSITY * scale).reach / scale : 0
}

/** σ in texels, and the colouring. */
export function glowUniforms(settings: GlowSettings, scale: number): AlphaColoring & { sigma: number } {
  const [red, green, blue] = rgbOf(settings.color)
  const sigma = settings.intensity * SIGMA_PER_INTENSITY * scale
  return { sigma, color: [red, green, blue, 1], gain: GLOW_GAIN, cut: ALPHA_CUTOFF }
}

export class Glow {
  private readonly soft = new BlurredAlpha()

  /**
   * Covers `target` (rgba8unorm), premultiplied. `layer` is premultiplied with alpha in its fourth channel, has the
   * target's scale and holds what is not empty within `glowReach` of it. Draw nothing at intensity 0.
   */
  draw(
    renderer: WebGLRenderer,
    target: { texture: RenderTexture; grid: Grid },
    layer: { texture: TextureSource; grid: Grid },
    settings: GlowSettings,
  ): void {
    const { sigma, ...soft } = glowUniforms(settings, target.grid.scale)
    this.soft.draw(renderer, target, layer, sigma, soft)
  }

  destroy(): void {
    this.soft.destroy()
  }
}
