/** Settings of the lens blur, which blurs each layer by the distance of its depth from the focus. */
import { type Fields, number, type Values } from '#client/kit/values/fields.ts'

export const lensFields = {
  strength: number('Lens blur', { default: 0, min: 0, max: 100, isWhole: true, unit: 'percent' }),
  /** Depth that is in focus, on the scale of `depthField`, percent. */
  focus: number('Focus depth', { default: 60, min: 30, max: 100, isWhole: true, unit: 'percent' }),
  /** Number of sides of the aperture, which is a regular polygon. */
  blades: number('Aperture blades', { default: 7, min: 5, max: 9, isWhole: true }),
  /** Brightness of clipped highlights before the blur, percent above white. */
  highlights: number('Highlight glow', { default: 50, min: 0, max: 100, isWhole: true, unit: 'percent' }),
} as const satisfies Fields

export type Lens = Readonly<Values<typeof lensFields>>

/**
 * Returns the lens. Null if its strength is 0, or if no subject was found, because a lens needs layers at different
 * depths.
 */
export const activeLens = ({
  lens,
  separation,
}: {
  readonly lens?: Lens
  readonly separation: unknown
}): Lens | null => (lens && lens.strength > 0 && separation ? lens : null)

/** Maximum distance of pixels that a lens blur reads, as a fraction of the canvas's longer side. */
export const LENS_REACH = 0.06

/** Blur radius at full strength for a relative defocus of 1, and maximum radius. Unit: the canvas's longer side. */
const [FULL_RADIUS, MAX_RADIUS] = [0.075, 0.04]

/**
 * A thin lens spreads a point to a disc. Returns its radius for a point at `depth` (1 = the far end), as a fraction of
 * the canvas's longer side. The radius is negative in front of the focus, because the aperture appears inverted there.
 */
export function defocusOf({ strength, focus }: Lens, depth: number): number {
  const defocus = (depth - focus / 100) / depth
  return Math.sign(defocus) * Math.min(MAX_RADIUS, (strength / 100) * FULL_RADIUS * Math.abs(defocus))
}
