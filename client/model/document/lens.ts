/** Settings of the lens blur. The lens blurs a layer more the farther its depth is from the focus. */
import { type Fields, number, type Values } from '#client/kit/values/fields.ts'

export const lensFields = {
  strength: number('Lens blur', { default: 0, min: 0, max: 100, isWhole: true, unit: 'percent' }),
  /** The depth that is in focus, in percent on the scale of `depthField`. */
  focus: number('Focus depth', { default: 60, min: 30, max: 100, isWhole: true, unit: 'percent' }),
  /** Number of aperture blades. The aperture is a polygon with this number of sides. */
  blades: number('Aperture blades', { default: 7, min: 5, max: 9, isWhole: true }),
  /** Brightness that is added to clipped highlights before the blur, in percent above white. */
  highlights: number('Highlight glow', { default: 50, min: 0, max: 100, isWhole: true, unit: 'percent' }),
} as const satisfies Fields

export type Lens = Readonly<Values<typeof lensFields>>

/**
 * Returns the lens. Null if its strength is 0, or if there is no subject, because the lens needs layers at different
 * depths.
 */
export const activeLens = ({
  lens,
  separation,
}: {
  readonly lens?: Lens
  readonly separation: unknown
}): Lens | null => (lens && lens.strength > 0 && separation ? lens : null)

/** Maximum distance of the pixels that affect a blurred pixel, as a fraction of the canvas's longer side. */
export const LENS_REACH = 0.06

/**
 * Blur radius at full strength for a relative defocus of 1, and maximum blur radius. Unit: the canvas's longer side.
 */
const [FULL_RADIUS, MAX_RADIUS] = [0.075, 0.04]

/**
 * A thin lens blurs a point to a disc. Returns the disc's radius for a point at `depth` (1 = the far end), as a
 * fraction of the canvas's longer side. In front of the focus, the radius is negative, because the image of the
 * aperture is inverted there.
 */
export function defocusOf({ strength, focus }: Lens, depth: number): number {
  const defocus = (depth - focus / 100) / depth
  return Math.sign(defocus) * Math.min(MAX_RADIUS, (strength / 100) * FULL_RADIUS * Math.abs(defocus))
}
