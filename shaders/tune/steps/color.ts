import { LUMA } from '../../lib/color.ts'
import { defineStep } from '../step.ts'

/** Fade at 100 raises black to 0.20, lowers white by 0.06 and removes a quarter of the saturation. */
const FADE_BLACK = 0.2
const FADE_WHITE = 0.06
const FADE_COLOR = 0.25
/** Luma weights for Saturation. For sRGB they are rounded, as in Filter Effects 1, feColorMatrix type=saturate. */
const SATURATE = { ...LUMA, srgb: [0.213, 0.715, 0.072] } as const

/** Brightness, Contrast, Saturation and Fade as one affine map of encoded color. */
export const color = defineStep({
  call: 'colored',
  glsl: /* glsl */ `
uniform mat3 uAffine; // brightness, contrast, saturation and fade in one matrix; identity = no change
uniform vec3 uOffset;

vec3 colored(vec3 color, Surroundings here) {
  return uAffine * color + uOffset;
}`,
  flags: ['AFFINE'],
  uniforms: { uAffine: 'mat3x3<f32>', uOffset: 'vec3<f32>' },
  fold(settings, space) {
    const brightness = settings.brightness / 100
    const contrast = settings.contrast / 100
    const saturation = settings.saturation / 100
    const fade = settings.fade / 100
    if (brightness === 1 && contrast === 1 && saturation === 1 && fade === 0) return null
    return { values: affine(brightness, contrast, saturation, fade, SATURATE[space]) }
  },
  // CPU reference of the step: matrix times color plus offset.
  reference: ([r, g, b], { uAffine: m, uOffset: o }) => {
    const row = (i: number) => (m[i] ?? 0) * r + (m[i + 3] ?? 0) * g + (m[i + 6] ?? 0) * b + (o[i] ?? 0)
    return [row(0), row(1), row(2)]
  },
})

/**
 * Returns the affine map. Filter Effects 1 defines brightness as a gain, contrast as a scale about mid-gray, and
 * saturate as a mix with luma. Fade follows.
 */
function affine(brightness: number, contrast: number, saturation: number, fade: number, weights: readonly number[]) {
  const gain = contrast * brightness
  const shift = 0.5 - 0.5 * contrast
  const chroma = saturation * (1 - FADE_COLOR * fade)
  const range = 1 - FADE_WHITE * fade - FADE_BLACK * fade
  const uAffine = new Array<number>(9).fill(0)
  const uOffset: [number, number, number] = [0, 0, 0]
  for (let row = 0; row < 3; row++) {
    let sum = 0
    weights.forEach((weight, column) => {
      const mix = weight * (1 - chroma) + (row === column ? chroma : 0)
      uAffine[column * 3 + row] = range * mix * gain
      sum += mix
    })
    uOffset[row] = range * sum * shift + FADE_BLACK * fade
  }
  return { uAffine, uOffset }
}
