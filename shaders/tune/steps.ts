/**
 * The fused shader of all enhancements: its table of steps, its GLSL, and the settings as uniforms. A step converts its
 * settings to uniforms once per change, in double precision.
 */
import type { ColorSpace } from '#client/kit/pixels/color-space/colorSpace.ts'
import type { TuneSettings } from './enhancements.ts'
import type { TuneStep } from './step.ts'
import { color } from './steps/color.ts'
import { sharpness } from './steps/sharpness.ts'
import { blacks, tone } from './steps/tone.ts'
import { vignette } from './steps/vignette.ts'
import { whiteBalance } from './steps/whiteBalance.ts'

/** Table of the fused shader's steps, in the order of execution. */
export const STEPS: readonly TuneStep[] = [sharpness, whiteBalance, tone, blacks, color, vignette]

/** The bit of each flag in `uTuneFlags`, by the flag's name. */
export const FLAGS: Readonly<Record<string, number>> = Object.fromEntries(
  STEPS.flatMap(({ flags }) => flags).map((name, bit) => [name, 2 ** bit]),
)

/** Settings in the form that the shader and its CPU reference read. */
export interface TuneUniforms {
  /** Bits of the steps that are not neutral. A program may be compiled for one set of bits. */
  flags: number
  /** The names of the steps that are not neutral. */
  active: ReadonlySet<string>
  /** Values by uniform name, without the uniforms of neutral steps. */
  values: Readonly<Record<string, number | readonly number[]>>
  /** Color space of the photo, for the luma weights. */
  space: ColorSpace
}

/**
 * Converts settings to the inputs of the shader and its CPU reference, in double precision, without neutral steps.
 * `space`: color space of the photo.
 */
export function tuneUniforms(settings: TuneSettings, space: ColorSpace = 'srgb'): TuneUniforms {
  const active = new Set<string>()
  const values: Record<string, number | readonly number[]> = {}
  for (const { flags, fold } of STEPS) {
    const folded = fold(settings, space)
    if (!folded) continue
    for (const name of [flags[0], ...(folded.flags ?? [])]) active.add(name)
    Object.assign(values, folded.values)
  }
  return { flags: bitsOf(active), active, values, space }
}

const bitsOf = (names: Iterable<string>) => [...names].reduce((bits, name) => bits | (FLAGS[name] ?? 0), 0)

const readers = (what: TuneStep['reads']) =>
  bitsOf(STEPS.filter(({ reads }) => reads === what).map(({ flags }) => flags[0]))
const READS_LOW = readers('low')
const READS_MASK = readers('mask')

/** Returns true when a step that is not neutral reads the low-passed luma (Sharpness). */
export const needsLow = ({ flags }: Pick<TuneUniforms, 'flags'>): boolean => (flags & READS_LOW) !== 0
/** Returns true when a step that is not neutral reads the tone mask (Exposure, Highlights, Shadows). */
export const needsMask = ({ flags }: Pick<TuneUniforms, 'flags'>): boolean => (flags & READS_MASK) !== 0

const FRAME = /* glsl */ `
// Applies all enhancements to one pixel. In and out: straight alpha, encoded in the working space. uTuneFlags omits
// neutral steps. A specialized program has uTuneFlags as a constant, the generic program as a uniform. Reach: 0,
// because other passes compute the low-passed luma and the tone mask. Reference: tune.reference.ts.
#ifdef TUNE_FLAGS
const int uTuneFlags = TUNE_FLAGS;
#else
uniform int uTuneFlags;
#endif

struct Surroundings {
  float luma; // the pixel's luma before the first step
  float low;  // low-passed luma
  vec2 mask;  // slope and intercept of the tone base over luma
  vec2 place; // the output pixel's center in the photo, 0..1 from left to right and from top to bottom
};

// Interleaved gradient noise [Jimenez 2014] at whole px, ±0.485 of an 8-bit step. The noise hides banding, doesn't
// change exact 8-bit codes, and is equal in every strip.
vec3 dithered(vec3 color, vec2 px) {
  float noise = fract(52.9829189 * fract(dot(px, vec2(0.06711056, 0.00583715))));
  return color + (noise - 0.5) * (0.97 / 255.0);
}
`

const constants = Object.entries({ ...FLAGS, READS_LOW, READS_MASK })
  .map(([name, bits]) => `const int ${name} = ${bits};\n`)
  .join('')

const calls = STEPS.map(({ flags, call }) => `  if ((uTuneFlags & ${flags[0]}) != 0) color = ${call}(color, here);\n`)

/**
 * GLSL of all enhancements. Declares `vec3 tuned(vec3 color, Surroundings here)`,
 * its uniforms, and `dithered`.
 */
export const TUNE_GLSL = `${constants}${FRAME}${STEPS.map(({ glsl }) => glsl).join('\n')}
// Colors are clamped only at the end, so that a later step can recover values above 1.
vec3 tuned(vec3 color, Surroundings here) {
${calls.join('')}  return clamp(color, 0.0, 1.0);
}
`
