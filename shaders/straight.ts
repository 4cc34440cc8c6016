import { Pass } from './lib/pass.ts'

/** Creates a pass from a premultiplied texture (`uComposite`) to straight alpha, texel for texel. */
export const createStraightPass = () =>
  new Pass(
    'straight',
    `
// In: encoded in the working space, premultiplied. Out: the same, straight. Reach: 0. Twin: straight.gpu.test.ts.
in vec2 vTexel;
uniform sampler2D uComposite;
out vec4 finalColor;

void main() {
  vec4 color = texelFetch(uComposite, ivec2(floor(vTexel)), 0);
  finalColor = color.a > 0.0 ? vec4(clamp(color.rgb / color.a, 0.0, 1.0), color.a) : vec4(0.0);
}`,
    ['uComposite'],
    {},
  )
