/** Glow of text, shapes, stickers and overlays: a coloured, filled-out blur of the layer's alpha, drawn beneath it. */
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

/** Three standard deviations are the glow's end. */
const SIGMA_PER_INTENSITY = 2 / 3

/** Makes the blur of a thin stroke as bright as that of a wide one looks. */
export const GLOW_GAIN = 2.2

/** What a straight edge's Gaussian has left after three standard deviations: the glow is nothing there. */
export const ALPHA_CUTOFF = 0.00135

/** Distance in document px at which the glow of an edge has ended. */
export const glowEnd = (intensity: number): number => 2 * intensity

/**
 * Document px around a pixel that can change its glow by any bit. More than `glowEnd`, since the pyramid's tails read
 * on where they no longer show: tiles need it as apron.
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
