/** Looks are named sets of enhancements. The automatic look is computed from the photo. */
import type { ColorSpace } from '#client/kit/pixels/color-space/colorSpace.ts'
import { defaults } from '#client/kit/values/fields.ts'
import { isEqual } from '#client/kit/values/identity.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import { type LightStatistics, lightStatistics, matchedLight } from '#client/layers/colors/matchLight.ts'
import type { ReducedPixels } from '#client/layers/colors/reducedPixels.ts'
import type { Tune, TuneSet } from '#client/model/document/document.ts'
import type { Rgb } from '#shaders/lib/color.ts'
import { tuneFields } from '#shaders/tune/enhancements.ts'
import { tuneUniforms } from '#shaders/tune/steps.ts'
import { tuned } from '#shaders/tune/tune.reference.ts'
import { type TuneSwitches, targetsOf } from './TuneSlider.tsx'

/** The values of a look. Enhancements that are absent are neutral. */
export type LookValues = Readonly<Partial<TuneSet>>

/**
 * The looks. Their names are English; translated when shown. Looks contain only enhancements that don't depend on
 * neighboring pixels.
 */
export const LOOKS: readonly { name: string; values: LookValues }[] = [
  { name: 'Vivid', values: { exposure: 5, contrast: 112, saturation: 135 } },
  { name: 'Warm', values: { exposure: 4, contrast: 104, saturation: 106, temperature: 30, tint: 4 } },
  { name: 'Cool', values: { contrast: 108, saturation: 92, temperature: -30 } },
  { name: 'Film', values: { contrast: 108, saturation: 90, fade: 22, temperature: 12, vignette: -20 } },
  { name: 'Dramatic', values: { contrast: 128, saturation: 82, blacks: 40, vignette: -45 } },
  { name: 'B&W', values: { contrast: 116, saturation: 0, blacks: 12 } },
]

/** Writes a look to every set of enhancements that is switched on. Must be called within an undo step. */
export function applyLook(tune: Tune, values: LookValues, switches: TuneSwitches): void {
  for (const target of targetsOf(switches)) Object.assign(tune[target], defaults(tuneFields), values)
}

const NEUTRAL = defaults(tuneFields)

/** Returns true if every set of enhancements that is switched on has the look's values. */
export const hasLook = (tune: Immutable<Tune>, values: LookValues, switches: TuneSwitches): boolean => {
  const targets = targetsOf(switches)
  return targets.length > 0 && targets.every((target) => isEqual(tune[target], { ...NEUTRAL, ...values }))
}

/**
 * Returns a copy of a downscaled photo with a look applied. The copy has the photo's alpha (straight) and its color
 * space, which is `space`.
 */
export function withLook({ pixels, width, height }: ReducedPixels, values: LookValues, space: ColorSpace): ImageData {
  const out = new ImageData(new Uint8ClampedArray(pixels), width, height)
  const uniforms = tuneUniforms({ ...NEUTRAL, ...values }, space)
  for (let i = 0; i < width * height; i++) {
    const place = [((i % width) + 0.5) / width, (Math.floor(i / width) + 0.5) / height] as const
    out.data.set(
      tuned(colorAt(pixels, i), uniforms, { low: 0, mask: [1, 0], place }).map((channel) => 255 * channel),
      4 * i,
    )
  }
  return out
}

const colorAt = (pixels: Uint8ClampedArray, i: number): Rgb => [
  (pixels[4 * i] ?? 0) / 255,
  (pixels[4 * i + 1] ?? 0) / 255,
  (pixels[4 * i + 2] ?? 0) / 255,
]

/** Lightness (L*) of a well-exposed photo: the usual ranges of mean and standard deviation. */
const [MEAN_L, SPREAD_L] = [
  [44, 62],
  [20, 34],
] as const
/** The automatic look corrects this fraction of the deviation from `MEAN_L` and `SPREAD_L`. */
const CORRECTION = 0.75
/**
 * A pixel is almost gray up to this channel difference (0..1). A color cast is corrected only if at least this fraction
 * of the pixels is almost gray.
 */
const [ALMOST_GRAY, MIN_GRAY] = [0.15, 0.05]
/** Maximum number of pixels to measure. */
const MEASURED = 400

/**
 * Returns the look that corrects exposure, contrast and color cast of a downscaled photo. The cast is measured on
 * almost gray pixels, because other pixels have colors of their own.
 */
export function automaticLook({ pixels, width, height }: ReducedPixels, space: ColorSpace): LookValues {
  const step = Math.max(1, Math.floor((width * height) / MEASURED))
  const colors: Rgb[] = []
  for (let i = 0; i < width * height; i += step) if (pixels[4 * i + 3] === 255) colors.push(colorAt(pixels, i))
  const gray = colors.filter((color) => Math.max(...color) - Math.min(...color) < ALMOST_GRAY)
  const cast = gray.length > MIN_GRAY * colors.length ? lightStatistics(gray, NEUTRAL, space).mean : [0, 0, 0]
  const target = corrected(lightStatistics(colors, NEUTRAL, space), cast)
  const values = matchedLight(colors, NEUTRAL, target, { share: 1, space })
  return { ...values, saturation: Math.max(NEUTRAL.saturation, values.saturation) }
}

/** Returns the photo's statistics (L*a*b*) after correcting exposure and color cast. */
function corrected({ mean: [l = 0, a = 0, b = 0], spread }: LightStatistics, cast: readonly number[]): LightStatistics {
  const towards = (value: number, [min, max]: readonly [number, number]) =>
    value + CORRECTION * (clamp(value, min, max) - value)
  const [, castA = 0, castB = 0] = cast
  const [spreadL = 0, ...colorful] = spread ?? []
  return {
    mean: [towards(l, MEAN_L), a - CORRECTION * castA, b - CORRECTION * castB],
    spread: spread && [towards(spreadL, SPREAD_L), ...colorful],
  }
}
