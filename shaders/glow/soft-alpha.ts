/**
 * Blurs and colors a layer's alpha for glows and soft shadows. Uses a pyramid of halvings, one Gaussian at the coarsest
 * level, and B-spline upsampling, so the cost hardly depends on the radius. Texels are counted from the document's
 * origin, so tiles are byte-equal to the whole.
 */
import type { RenderTexture, TextureSource, WebGLRenderer } from 'pixi.js'
import { clamp } from '#client/kit/values/numbers.ts'
import { createTarget, Pass } from '../lib/pass.ts'
import type { Grid } from '../lib/quad.ts'
import packedSource from './packed.glsl?raw'
import { MAX_TAPS, planGlow } from './plan.ts'

/** Settings for blurring alpha, and for converting the blurred alpha to color. */
export interface AlphaBlur {
  /** Standard deviation, texels of the target. */
  sigma: number
  /** Straight red, green and blue, encoded in the working space, then opacity. All are 0..1. */
  color: readonly [number, number, number, number]
  /** Exponent of the glow's alpha: 1 − (1 − alpha)^gain. 1 doesn't change alpha. Larger values brighten the glow. */
  gain: number
  /** Blurred alpha (0..1) up to this value becomes 0. Larger alpha is stretched to 0..1. */
  cut: number
}

/** Texels x0 ≤ x < x1 of one level, counted from the document's origin. */
interface Box {
  x0: number
  y0: number
  x1: number
  y1: number
}

interface Level {
  texture: TextureSource
  decode: readonly [number, number, number, number]
  box: Box
}

const ALPHA = [0, 0, 0, 1] as const
const PACKED = [65280 / 65535, 255 / 65535, 0, 0] as const
const ACROSS = [1, 0] as const
const DOWN = [0, 1] as const

/** Uniforms of all three programs. A program ignores uniforms that it doesn't declare. */
const UNIFORMS = {
  uDecode: 'vec4<f32>',
  uSourceOrigin: 'vec2<f32>',
  uTarget: 'vec2<f32>',
  uInk: 'vec4<f32>',
  uGain: 'f32',
  uCut: 'f32',
  uAxis: 'vec2<f32>',
  uTaps: 'i32',
  uWeights: ['f32', MAX_TAPS + 1],
  uScale: 'f32',
} as const

const createAlphaPass = (name: string, fragment: string) =>
  new Pass(name, `${packedSource}${fragment}`, ['uSource'], UNIFORMS)

export class BlurredAlpha {
  private readonly halve = createAlphaPass('soft-down', downSource)
  private readonly blur = createAlphaPass('soft-blur', blurSource)
  private readonly enlarge = createAlphaPass('soft-up', upSource)

  /**
   * Overwrites `target` with the blurred alpha, premultiplied. The target's resolution is the layer's resolution,
   * divided by a power of two up to the blur's level. `layer` must contain all pixels within the plan's `reach` of the
   * target.
   */
  draw(
    renderer: WebGLRenderer,
    target: { texture: RenderTexture; grid: Grid },
    layer: { texture: TextureSource; grid: Grid },
    { sigma, color: [red, green, blue, alpha], gain, cut }: AlphaBlur,
  ): void {
    const plan = planGlow(sigma)
    const scale = 2 ** plan.level / Math.round(layer.grid.scale / target.grid.scale) // target texels per level texel
    const common = {
      uInk: [red * alpha, green * alpha, blue * alpha, alpha],
      uGain: gain,
      uCut: cut,
      uTaps: plan.taps,
      uWeights: plan.weights,
      uScale: scale,
    } as const
    const temporary: RenderTexture[] = []
    const draw = (
      pass: typeof this.blur,
      from: Level,
      box: Box,
      uAxis: typeof ACROSS | typeof DOWN,
      isLast = false,
    ) => {
      const to = isLast ? target.texture : createTarget(box.x1 - box.x0, box.y1 - box.y0, 'rg8unorm')
      if (!isLast) temporary.push(to)
      const place = { uSourceOrigin: [from.box.x0, from.box.y0], uTarget: [box.x0, box.y0] } as const
      const uniforms = { ...common, ...place, uDecode: from.decode, uAxis }
      pass.draw(renderer, to, { uSource: from.texture }, uniforms, { defines: { COLORED: isLast } })
      return { texture: to.source, decode: PACKED, box }
    }
    const wanted = boxOf(target.grid)
    const top = scale > 1 ? splineBox(wanted, scale) : wanted
    let level: Level = { texture: layer.texture, decode: ALPHA, box: boxOf(layer.grid) }
    for (const box of pyramidBoxes(grown(top, plan.taps, plan.taps), plan.level, level.box))
      level = draw(this.halve, level, box, ACROSS)
    const rows = draw(this.blur, level, grown(top, 0, plan.taps), ACROSS)
    if (scale === 1) draw(this.blur, rows, wanted, DOWN, true)
    else {
      const blurred = draw(this.blur, rows, top, DOWN)
      const wide = draw(this.enlarge, blurred, { ...top, x0: wanted.x0, x1: wanted.x1 }, ACROSS)
      draw(this.enlarge, wide, wanted, DOWN, true)
    }
    for (const texture of temporary) texture.destroy(true)
  }

  destroy(): void {
    for (const pass of [this.halve, this.blur, this.enlarge]) pass.destroy()
  }
}

/**
 * Returns the grid as a box of whole texels. The grid of a preview may start between texels and is therefore rounded.
 */
function boxOf({ x, y, width, height }: Grid): Box {
  const x0 = Math.round(x)
  const y0 = Math.round(y)
  return { x0, y0, x1: x0 + width, y1: y0 + height }
}

const grown = ({ x0, y0, x1, y1 }: Box, byX: number, byY: number): Box => ({
  x0: x0 - byX,
  y0: y0 - byY,
  x1: x1 + byX,
  y1: y1 + byY,
})

/**
 * Returns the level texels that the B-spline reads for these texels of full size. `scale`: texels of full size per
 * level texel.
 */
function splineBox({ x0, y0, x1, y1 }: Box, scale: number): Box {
  const place = (texel: number) => Math.floor((texel + 0.5) / scale - 0.5)
  return { x0: place(x0) - 1, y0: place(y0) - 1, x1: place(x1 - 1) + 3, y1: place(y1 - 1) + 3 }
}

/** Returns the boxes of the levels 1 to `count`, the finest level first, limited to the layer's reach. */
function pyramidBoxes(top: Box, count: number, layer: Box): Box[] {
  const boxes: Box[] = []
  let box = top
  for (let level = count; level >= 1; level--) {
    const scale = 2 ** level
    boxes.unshift({
      x0: clampToLayer(box.x0, layer, 'x0', 'x1', scale),
      y0: clampToLayer(box.y0, layer, 'y0', 'y1', scale),
      x1: clampToLayer(box.x1 - 1, layer, 'x0', 'x1', scale) + 1,
      y1: clampToLayer(box.y1 - 1, layer, 'y0', 'y1', scale) + 1,
    })
    box = { x0: 2 * box.x0 - 1, y0: 2 * box.y0 - 1, x1: 2 * box.x1 + 1, y1: 2 * box.y1 + 1 }
  }
  return boxes
}

/**
 * Clamps a level texel to the layer with a margin of two level texels, because halvings spread the layer by less than
 * this margin.
 */
function clampToLayer(texel: number, layer: Box, from: 'x0' | 'y0', to: 'x1' | 'y1', scale: number): number {
  return clamp(texel, Math.floor(layer[from] / scale) - 2, Math.ceil(layer[to] / scale) + 1)
}

const blurSource = /* glsl */ `
// Blurs with a Gaussian along one axis, at most 25 samples. In: alpha, or packed. Out: packed, or colored. Reach:
// uTaps source texels. Reference: testing.ts.
const int MAX_TAPS = 12;

uniform vec2 uAxis;                   // (1, 0) or (0, 1)
uniform int uTaps;                    // samples to each side of the middle
uniform float uWeights[MAX_TAPS + 1]; // from the middle outward; middle + 2 × the others = 1

void main() {
  ivec2 at = targetTexel();
  ivec2 axis = ivec2(uAxis);
  float sum = uWeights[0] * valueAt(at);
  for (int i = 1; i <= uTaps; i++) sum += uWeights[i] * (valueAt(at + axis * i) + valueAt(at - axis * i));
  put(sum);
}
`

const downSource = /* glsl */ `
// Halves an image with weights [1, 3, 3, 1] / 8 in both directions, close to a Gaussian of variance 3/4. Target texel X
// lies over source texels 2X and 2X + 1, counted from the document's origin, so every tile builds the same pyramid.
// In: alpha, or packed. Out: packed. Reach: 2 source texels. Reference: testing.ts.
const vec4 WEIGHTS = vec4(1.0, 3.0, 3.0, 1.0) / 8.0;

void main() {
  ivec2 first = targetTexel() * 2 - 1;
  float sum = 0.0;
  for (int j = 0; j < 4; j++)
    for (int i = 0; i < 4; i++) sum += WEIGHTS[i] * WEIGHTS[j] * valueAt(first + ivec2(i, j));
  put(sum);
}
`

const upSource = /* glsl */ `
// Enlarges an image along one axis with the cubic B-spline, which avoids a visible grid. In: packed. Out: packed, or
// colored. Reach: 2 source texels. Reference: testing.ts.
uniform vec2 uAxis;   // (1, 0) or (0, 1)
uniform float uScale; // target texels per source texel along the axis, a power of two

void main() {
  ivec2 at = targetTexel();
  ivec2 axis = ivec2(uAxis);
  float along = dot(vec2(at), uAxis);
  float place = (along + 0.5) / uScale - 0.5;
  float base = floor(place);
  float t = place - base;
  vec4 weights = vec4((1.0 - t) * (1.0 - t) * (1.0 - t), 4.0 - 6.0 * t * t + 3.0 * t * t * t,
                      1.0 + 3.0 * t + 3.0 * t * t - 3.0 * t * t * t, t * t * t) / 6.0;
  ivec2 first = at + axis * (int(base) - 1 - int(along));
  float sum = 0.0;
  for (int i = 0; i < 4; i++) sum += weights[i] * valueAt(first + axis * i);
  put(sum);
}
`
