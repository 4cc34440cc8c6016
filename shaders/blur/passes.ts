/** The passes of the blur: load, halve, blur along one axis, resolve. */
import color from '../lib/color.glsl?raw'
import { Pass } from '../lib/pass.ts'
import reading from '../photo/window.glsl?raw'
import loadFragment from './load.frag?raw'
import { MAX_WEIGHTS } from './plan.ts'
import resolveFragment from './resolve.frag?raw'

/** Values of ROLE in shaders. */
export const ROLES = { WHOLE: 0, BEHIND: 1, SUBJECT: 2 } as const

/**
 * The colors to blur: the colors of the whole photo (WHOLE), of the background without the subject (BEHIND), or of the
 * cut-out subject (SUBJECT).
 */
export type BlurRole = keyof typeof ROLES

/** Creates the passes of one blur. */
export const createBlurPasses = () => ({
  load: new Pass('blur-load', `${color}${reading}${halving}${loadFragment}`, ['uPhoto', 'uMatte'], {
    uPhotoOrigin: 'vec2<i32>',
    uMatteOrigin: 'vec2<i32>',
    uFrom: 'vec2<i32>',
  }),
  halve: new Pass('blur-halve', `${reading}${halving}${halveFragment}`, ['uSource'], {}),
  gauss: new Pass('blur-gauss', `#define MAX_WEIGHTS ${MAX_WEIGHTS}\n${reading}${gaussFragment}`, ['uSource'], {
    uStep: 'vec2<i32>',
    uRadius: 'i32',
    uWeights: ['f32', MAX_WEIGHTS],
  }),
  resolve: new Pass('blur-resolve', `${color}${reading}${resolveFragment}`, ['uSource', 'uWeight'], {
    uSourceOrigin: 'vec2<i32>',
    uFrom: 'vec2<i32>',
    uStep: 'f32',
  }),
})

const halving = /* glsl */ `
// Defines a function that halves an image with [1, 3, 3, 1] / 8 in both directions: 16 reads. at: texel of the
// smaller image.
#define HALVE_OF(NAME, READ)                                                            \\
  vec4 NAME(ivec2 at) {                                                                 \\
    float weights[4] = float[4](0.125, 0.375, 0.375, 0.125);                            \\
    vec4 sum = vec4(0.0);                                                               \\
    for (int y = 0; y < 4; y++)                                                         \\
      for (int x = 0; x < 4; x++)                                                       \\
        sum += READ(at * 2 + ivec2(x - 1, y - 1)) * (weights[x] * weights[y]);          \\
    return sum;                                                                         \\
  }
`

const halveFragment = /* glsl */ `
// Halves an image. In and out: premultiplied, any encoding. Reach: 2 texels. Reference: testing.ts.
in vec2 vTexel;
out vec4 finalColor;

uniform sampler2D uSource;

vec4 source(ivec2 at) {
  return windowTexel(uSource, ivec2(0), at);
}
HALVE_OF(halved, source)

void main() {
  finalColor = halved(ivec2(floor(vTexel)));
}
`

const gaussFragment = /* glsl */ `
// Blurs with a Gaussian along one axis, 2 × uRadius + 1 reads (at most 33). In and out: premultiplied, linear light.
// Reach: uRadius texels. Reference: testing.ts.
in vec2 vTexel;
out vec4 finalColor;

uniform sampler2D uSource;
uniform ivec2 uStep;               // the axis: (1, 0) or (0, 1)
uniform int uRadius;
uniform float uWeights[MAX_WEIGHTS]; // from the middle outward

void main() {
  ivec2 at = ivec2(floor(vTexel));
  vec4 sum = windowTexel(uSource, ivec2(0), at) * uWeights[0];
  for (int i = 1; i <= uRadius; i++)
    sum += (windowTexel(uSource, ivec2(0), at + uStep * i) + windowTexel(uSource, ivec2(0), at - uStep * i)) * uWeights[i];
  finalColor = sum;
}
`
