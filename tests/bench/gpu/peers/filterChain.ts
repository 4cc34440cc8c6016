/** A sprite with seven Pixi filters, one per group of enhancements, with simpler formulas than ours and no blur. */

import type { WebGLRenderer } from 'pixi.js'
import { ColorMatrixFilter, Container, Filter, GlProgram, type RenderTexture, Sprite, Texture } from 'pixi.js'
import { AdjustmentFilter, ConvolutionFilter } from 'pixi-filters'
import type { Size } from '#client/kit/geometry/geometry.ts'

export interface FilterChain {
  /** Number of draw calls: the sprite's, and one per filter. */
  passes: number
  render(target: RenderTexture, brightness: number): void
  destroy(): void
}

export function filterChain(renderer: WebGLRenderer, bitmap: ImageBitmap, { width, height }: Size): FilterChain {
  const texture = Texture.from(bitmap)
  const sprite = new Sprite(texture)
  const root = new Container({ children: [sprite] })
  const matrix = (set: (filter: ColorMatrixFilter) => void) => {
    const filter = new ColorMatrixFilter()
    set(filter)
    return filter
  }
  const brightness = matrix((filter) => filter.brightness(1.04, false))
  const filters = [
    new ConvolutionFilter({ matrix: [0, -0.4, 0, -0.4, 2.6, -0.4, 0, -0.4, 0] as never, width, height }),
    new AdjustmentFilter({ gamma: 1.2 }),
    highlightShadow(),
    brightness,
    matrix((filter) => filter.contrast(0.12, false)),
    matrix((filter) => filter.saturate(0.2, false)),
    matrix((filter) => {
      filter.matrix = [0.85, 0, 0, 0, 0.08, 0, 0.85, 0, 0, 0.08, 0, 0, 0.85, 0, 0.08, 0, 0, 0, 1, 0]
    }),
  ]
  sprite.filters = filters
  return {
    passes: filters.length + 1,
    render(target, value) {
      brightness.brightness(value, false)
      renderer.render({ container: root, target, clear: true })
    },
    destroy() {
      root.destroy({ children: true })
      texture.destroy(false) // does not destroy the bitmap, which other code uses too
      for (const filter of filters) filter.destroy()
    },
  }
}

const VERTEX = `in vec2 aPosition;
out vec2 vTextureCoord;
uniform vec4 uInputSize;
uniform vec4 uOutputFrame;
uniform vec4 uOutputTexture;
void main() {
  vec2 position = aPosition * uOutputFrame.zw + uOutputFrame.xy;
  position.x = position.x * (2.0 / uOutputTexture.x) - 1.0;
  position.y = position.y * (2.0 * uOutputTexture.z / uOutputTexture.y) - uOutputTexture.z;
  gl_Position = vec4(position, 0.0, 1.0);
  vTextureCoord = aPosition * (uOutputFrame.zw * uInputSize.zw);
}`

/** Highlights and shadows by a curve on luminance, without neighboring pixels, like GPUImageHighlightShadowFilter. */
const FRAGMENT = `in vec2 vTextureCoord;
out vec4 finalColor;
uniform sampler2D uTexture;
uniform float uShadows;
uniform float uHighlights;
void main() {
  vec4 color = texture(uTexture, vTextureCoord);
  float luma = dot(color.rgb, vec3(0.3));
  float dark = 1.0 / (uShadows + 1.0);
  float bright = 1.0 / (2.0 - uHighlights);
  float lift = clamp(pow(luma, dark) - 0.76 * pow(luma, 2.0 * dark) - luma, 0.0, 1.0);
  float drop = clamp(1.0 - (pow(1.0 - luma, bright) - 0.8 * pow(1.0 - luma, 2.0 * bright)) - luma, -1.0, 0.0);
  finalColor = vec4((luma + lift + drop) * (color.rgb / max(luma, 1e-5)), color.a);
}`

const highlightShadow = () =>
  new Filter({
    glProgram: GlProgram.from({ vertex: VERTEX, fragment: FRAGMENT, name: 'highlight-shadow' }),
    resources: {
      levels: { uShadows: { value: 0.5, type: 'f32' }, uHighlights: { value: 0.4, type: 'f32' } },
    },
  })
