/** Passes that convert an image texel by texel: to straight alpha, or from Display P3 to sRGB. */

import { RenderTexture, type WebGLRenderer } from 'pixi.js'
import { conversionMatrix } from '#client/kit/pixels/color-space/colorSpace.ts'
import { transposed } from '#client/kit/pixels/color-space/matrix3.ts'
import color from './lib/color.glsl?raw'
import { Pass } from './lib/pass.ts'

/** the matrix in column order, as GLSL requires */
const columns = transposed(conversionMatrix('display-p3', 'srgb'))
  .flat()
  .map((value) => value.toFixed(7))

const FRAGMENT = `${color}
// In: premultiplied, encoded, Display P3. Out: premultiplied, encoded, sRGB; colors outside sRGB are clipped. Reach:
// 0. Reference: converted() in color-space.
in vec2 vTexel;
uniform sampler2D uPicture;
out vec4 finalColor;
const mat3 TO_SRGB = mat3(${columns.join(', ')}); // converts linear light

void main() {
  vec4 color = texelFetch(uPicture, ivec2(floor(vTexel)), 0);
  vec3 straight = clamp(color.rgb / max(color.a, 1e-6), 0.0, 1.0);
  finalColor = premultiplied(clamp(encodedOf(TO_SRGB * linearOf(straight)), 0.0, 1.0), color.a);
}`

/** A copy of an image in Display P3, converted to sRGB for the screen. */
export class SrgbPicture {
  /** The last converted image, at its own size, premultiplied and sRGB-encoded. */
  readonly texture = RenderTexture.create({ width: 1, height: 1, resolution: 1, dynamic: true })
  private readonly pass = new Pass('to-srgb', FRAGMENT, ['uPicture'], {})

  /** Converts `picture`, which is premultiplied and in Display P3, into `texture`. */
  update(renderer: WebGLRenderer, picture: RenderTexture): void {
    this.texture.resize(picture.width, picture.height)
    this.pass.draw(renderer, this.texture, { uPicture: picture.source }, {})
  }

  destroy(): void {
    this.pass.destroy()
    this.texture.destroy(true)
  }
}

/** Creates a pass from a premultiplied texture (`uComposite`) to straight alpha, texel for texel. */
export const createStraightPass = () =>
  new Pass(
    'straight',
    `
// In: encoded in the working space, premultiplied. Out: encoded in the working space, straight. Reach: 0.
// Reference: conversions.gpu.test.ts.
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
