import type { ColorSpace } from '#client/kit/pixels/color-space/colorSpace.ts'
import { rgbOf } from '../lib/color.ts'
import { planGlow } from './plan.ts'
import type { AlphaBlur } from './soft-alpha.ts'

export interface GlowSettings {
  /** sRGB color, `#rgb` or `#rrggbb`. */
  color: string
  /** Size of the glow, document px, 0..50. The glow ends at twice this distance. */
  intensity: number
}

/** Standard deviation per unit of intensity. The glow ends after three standard deviations. */
const SIGMA_PER_INTENSITY = 2 / 3

/**
 * Gain of a glow (see `AlphaBlur`). With this gain, the glow of thin strokes is as bright as the glow of wide strokes.
 */
export const GLOW_GAIN = 2.2

/**
 * Blurred alpha below this value becomes 0, which ends a glow. The number is the blurred alpha at three standard
 * deviations from a straight edge.
 */
export const ALPHA_CUTOFF = 0.00135

/** Returns how far a glow extends beyond the layer's edge, in document px. `intensity`: the user's setting. */
export const glowEnd = (intensity: number): number => 2 * intensity

/**
 * Returns the reading radius of a glow, in document px: the border that tiles need. This radius is larger than
 * `glowEnd`, because the pyramid reads beyond its visible result. `intensity`: document px, 0..50. `scale`: output px
 * per document px.
 */
export function glowReach(intensity: number, scale = 1): number {
  return intensity > 0 ? planGlow(intensity * SIGMA_PER_INTENSITY * scale).reach / scale : 0
}

/**
 * Converts the glow settings of text, shapes, stickers and overlays to a blur of the layer's alpha. `scale`: texels per
 * document px. `space`: color space of the target, by default sRGB.
 */
export function glowBlur(settings: GlowSettings, scale: number, space?: ColorSpace): AlphaBlur {
  const sigma = settings.intensity * SIGMA_PER_INTENSITY * scale
  return { sigma, color: [...rgbOf(settings.color, space), 1], gain: GLOW_GAIN, cut: ALPHA_CUTOFF }
}
