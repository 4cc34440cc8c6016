/**
 * The ten enhancements as the user sets them → the numbers that the shader and its twin compute with. All folding is
 * done here, once per change and in double precision.
 */

/** Percent and px as the document holds them; see client/model/document/tune.ts for ranges and neutral values. */
export interface TuneSettings {
  readonly brightness: number
  readonly contrast: number
  readonly saturation: number
  readonly fade: number
  readonly exposure: number
  readonly highlights: number
  readonly shadows: number
  readonly sharpness: number
  readonly blur: number
  readonly blacks: number
}

/** Which steps are not neutral. A program may be compiled for one value of these. */
export const TONE = 1
export const BLACKS = 2
export const AFFINE = 4
export const SHARPNESS = 8
export const SHOULDER = 16

export interface TuneUniforms {
  flags: number
  /** EV, in linear light. */
  exposure: number
  shadows: number
  highlights: number
  /** Curvature of the shoulder that keeps white white; 0 = none. */
  shoulder: number
  /** Toe of the blacks' curve, 0 = none. */
  toe: number
  /** Row-major 3 × 3: brightness, then contrast, saturation, fade. */
  matrix: Float64Array
  offset: Float64Array
  /** Gain on the detail signal, 0 = none. */
  sharpness: number
}

/** Slider ends: ±100 exposure is ±2 EV, shadows ±1.5 EV, highlights ±1 EV. */
const EXPOSURE_EV = 2
const SHADOWS_EV = 1.5
const HIGHLIGHTS_EV = 1
/** Where the shoulder begins, linear light. The shader has the same number. */
export const KNEE = 0.6
const TOE_MAX = 0.3
const SHARPNESS_GAIN = 2.5
/** Fade at 100: black rises to 0.20, white drops by 0.06, a quarter of the colour goes. */
const FADE_BLACK = 0.2
const FADE_WHITE = 0.06
const FADE_COLOUR = 0.25
/** Filter Effects 1, feColorMatrix type=saturate. */
const SATURATE = [0.213, 0.715, 0.072] as const

export function tuneUniforms(settings: TuneSettings): TuneUniforms {
  const exposure = (EXPOSURE_EV * settings.exposure) / 100
  const shadows = (SHADOWS_EV * settings.shadows) / 100
  const highlights = (HIGHLIGHTS_EV * settings.highlights) / 100
  const white = 2 ** (exposure + highlights) // where input white lands before the shoulder
  const brightness = settings.brightness / 100
  const contrast = settings.contrast / 100
  const saturation = settings.saturation / 100
  const fade = settings.fade / 100
  const isAffine = brightness !== 1 || contrast !== 1 || saturation !== 1 || fade !== 0
  return {
    flags:
      (exposure !== 0 || shadows !== 0 || highlights !== 0 ? TONE : 0) |
      (settings.blacks > 0 ? BLACKS : 0) |
      (isAffine ? AFFINE : 0) |
      (settings.sharpness > 0 ? SHARPNESS : 0) |
      (white > 1 ? SHOULDER : 0),
    exposure,
    shadows,
    highlights,
    shoulder: white > 1 ? (white - 1) / ((white - KNEE) * (1 - KNEE)) : 0,
    toe: (TOE_MAX * settings.blacks) / 100,
    ...affine(brightness, contrast, saturation, fade),
    sharpness: (SHARPNESS_GAIN * settings.sharpness) / 100,
  }
}

/** Filter Effects 1: brightness is a gain, contrast turns about mid-grey, saturate mixes with luma. Then our fade. */
function affine(brightness: number, contrast: number, saturation: number, fade: number) {
  const gain = contrast * brightness
  const shift = 0.5 - 0.5 * contrast
  const colour = saturation * (1 - FADE_COLOUR * fade)
  const range = 1 - FADE_WHITE * fade - FADE_BLACK * fade
  const matrix = new Float64Array(9)
  const offset = new Float64Array(3)
  for (let row = 0; row < 3; row++) {
    let sum = 0
    SATURATE.forEach((weight, column) => {
      const mix = weight * (1 - colour) + (row === column ? colour : 0)
      matrix[row * 3 + column] = range * mix * gain
      sum += mix
    })
    offset[row] = range * sum * shift + FADE_BLACK * fade
  }
  return { matrix, offset }
}
