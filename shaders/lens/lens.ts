/** The passes of the lens blur: reduce, sum the aperture, resolve. */

import { BufferImageSource, type RenderTexture, type TextureSource, type WebGLRenderer } from 'pixi.js'
import type { Rect } from '#client/kit/geometry/geometry.ts'
import color from '../lib/color.glsl?raw'
import { createProgram, createTarget, Pass, QUAD_VERTEX, ShaderMesh } from '../lib/pass.ts'
import { placeQuad } from '../lib/quad.ts'
import reading from '../photo/window.glsl?raw'
import highlightGlsl from './highlights.glsl?raw'
import { LEAST_SEEN, type LensPlan, raiseOf } from './plan.ts'

/** A layer to blur. All rectangles are in px of one grid. */
export interface LensInput {
  /** Premultiplied, encoded in the working space. */
  layer: TextureSource
  /** Position of the layer's first texel, px. */
  first: { x: number; y: number }
  /**
   * Area of the layer, px. Beyond its edges, the layer's mirror image continues the layer. If null, the layer is
   * transparent beyond its texture.
   */
  mirror: Rect | null
  target: Rect
  plan: LensPlan
  /** Strength of the raised highlights, percent. */
  highlights: number
  /** Blur radius, px. The blurred layers in `fronts`, at most MAX_FRONTS, hide parts of the aperture. */
  radius: number
  fronts: readonly Occlusion[]
}

/** A layer that hides parts of the layers behind it: its pixels before the blur, in linear light. */
export interface Occlusion {
  reduced: RenderTexture
  /** Index of the first texel. */
  first: { x: number; y: number }
  /** Side of a texel, px. */
  side: number
  /** Blur radius, px. Negative for a layer in front of the focus. */
  radius: number
}

/** Maximum number of layers in front that a blur considers. */
export const MAX_FRONTS = 3

/** Returns the pixels that a blur of `target` reads. */
export function lensSource({ x, y, width, height }: Rect, { side, reach }: LensPlan): Rect {
  const first = (at: number) => (Math.floor(at / side) - 1 - reach) * side
  const end = (at: number) => (Math.ceil(at / side) + 1 + reach) * side
  return { x: first(x), y: first(y), width: end(x + width) - first(x), height: end(y + height) - first(y) }
}

/** Blurs a layer and shows the result as a mesh, in document px. */
export class LensBlur extends ShaderMesh<'uSource', typeof RESOLVE_UNIFORMS> {
  private readonly reduce = new Pass('lens-reduce', `${color}${highlightGlsl}${reduceFragment}`, ['uLayer'], {
    uFirst: 'vec2<i32>',
    uLayerFirst: 'vec2<i32>',
    uMirror: 'vec4<f32>',
    uSide: 'i32',
    uRaise: 'vec2<f32>',
  })
  private readonly sum = new Pass('lens-sum', sumFragment, ['uReduced', 'uRuns', ...FRONT_TEXTURES], {
    uCount: 'i32',
    uReach: 'i32',
    uFirst: 'vec2<i32>',
    uPlaces: ['vec4<f32>', MAX_FRONTS],
  })
  private blurred: RenderTexture | null = null
  /** The layer that was blurred last. */
  occlusion: Occlusion | null = null

  constructor() {
    super(resolveProgram(), ['uSource'], RESOLVE_UNIFORMS)
  }

  /** Shows the blurred layer. `scale`: px per document px. `origin`: document point of px (0, 0). */
  blur(renderer: WebGLRenderer, input: LensInput, scale: number, origin: { x: number; y: number }): void {
    const { layer, first, mirror, target, plan, highlights, radius, fronts } = input
    const { side, reach, runs } = plan
    const source = lensSource(target, plan)
    const from = { x: source.x / side, y: source.y / side }
    const [width, height] = [source.width / side, source.height / side]
    const reduced = createTarget(width, height, 'rgba16float')
    const uRaise = raiseOf(highlights)
    const { x, y, width: w, height: h } = mirror ?? { x: 0, y: 0, width: 0, height: 0 }
    this.reduce.draw(
      renderer,
      reduced,
      { uLayer: layer },
      {
        uFirst: [from.x, from.y],
        uLayerFirst: [first.x, first.y],
        uMirror: [x, y, x + w, y + h],
        uSide: side,
        uRaise,
      },
    )
    const count = runs.length / 4
    const table = new BufferImageSource({
      resource: runs,
      width: count,
      height: 1,
      format: 'rgba32float',
      scaleMode: 'nearest',
      alphaMode: 'no-premultiply-alpha',
    })
    this.clear()
    this.blurred = createTarget(width - 2 * reach, height - 2 * reach, 'rgba16float')
    this.occlusion = { reduced, first: from, side, radius }
    const textures = { uReduced: reduced.source, uRuns: table, ...frontTextures(fronts) }
    const uPlaces = fronts.flatMap((front) => {
      const scale = side / front.side
      return [front.first.x, front.first.y, scale, (scale * front.radius) / radius]
    })
    const uniforms = {
      uCount: count,
      uReach: reach,
      uFirst: [from.x + reach, from.y + reach] as const,
      uPlaces: [...uPlaces, ...new Array<number>(4 * MAX_FRONTS - uPlaces.length).fill(0)],
    }
    this.sum.draw(renderer, this.blurred, textures, uniforms, { defines: { FRONTS: fronts.length } })
    table.destroy()
    this.set(
      resolveProgram(),
      { uSource: this.blurred.source },
      {
        uOrigin: [from.x + reach, from.y + reach],
        uTarget: [target.x, target.y],
        uSide: side,
        uRaise,
      },
    )
    placeQuad(this.geometry, target, scale, origin)
  }

  clear(): void {
    this.hide()
    this.blurred?.destroy(true)
    this.occlusion?.reduced.destroy(true)
    this.blurred = this.occlusion = null
  }

  override destroy(): void {
    this.clear()
    this.reduce.destroy()
    this.sum.destroy()
    super.destroy()
  }
}

const FRONT_TEXTURES = ['uFront0', 'uFront1', 'uFront2'] as const satisfies { length: typeof MAX_FRONTS }

const frontTextures = (fronts: readonly Occlusion[]) =>
  Object.fromEntries(FRONT_TEXTURES.map((name, i) => [name, fronts[i]?.reduced.source ?? null])) as Record<
    (typeof FRONT_TEXTURES)[number],
    TextureSource | null
  >

const RESOLVE_UNIFORMS = {
  uOrigin: 'vec2<i32>',
  uTarget: 'vec2<f32>',
  uSide: 'f32',
  uRaise: 'vec2<f32>',
} as const

const reduceFragment = /* glsl */ `
// Averages squares of uSide × uSide px: uSide² samples. In: encoded, premultiplied. Out: linear light with raised
// highlights, premultiplied. Reach: 0. Reference: testing.ts.
in vec2 vTexel;
out vec4 finalColor;

uniform sampler2D uLayer;
uniform ivec2 uFirst;      // the target's first texel, counted from the document's origin
uniform ivec2 uLayerFirst; // the layer's first pixel, counted from the document's origin
uniform vec4 uMirror;      // edges that mirror the layer, px: left, top, right, bottom; right = left: not mirrored
uniform int uSide;         // px per texel

vec4 lightAt(ivec2 at) {
  ivec4 edges = ivec4(uMirror);
  ivec2 size = textureSize(uLayer, 0);
  if (edges.z > edges.x) {
    at = max(at, 2 * edges.xy - 1 - at);
    at = min(at, 2 * edges.zw - 1 - at);
  }
  at -= uLayerFirst;
  if (any(lessThan(at, ivec2(0))) || any(greaterThanEqual(at, size))) return vec4(0.0);
  vec4 color = texelFetch(uLayer, at, 0);
  if (color.a <= 0.0) return vec4(0.0);
  return vec4(raised(linearOf(clamp(color.rgb / color.a, 0.0, 1.0))) * color.a, color.a);
}

void main() {
  ivec2 first = (ivec2(floor(vTexel)) + uFirst) * uSide;
  vec4 sum = vec4(0.0);
  for (int y = 0; y < uSide; y++)
    for (int x = 0; x < uSide; x++) sum += lightAt(first + ivec2(x, y));
  finalColor = sum / float(uSide * uSide);
}
`

const sumFragment = /* glsl */ `
// Sums the texels under the aperture, at most about 500. Weights each texel by the light that the blurred layers in
// front let through at that point of the aperture. Composited below those layers, the sum equals the image that a lens
// creates. Uses the plain sum if the layers in front don't hide any point, or hide almost all of the light. isNear
// can't decide this, because isNear depends on a texture's size and so on an export's tile. Linear light,
// premultiplied, in and out. Reach: uReach texels. Reference: testing.ts.
in vec2 vTexel;
out vec4 finalColor;

uniform sampler2D uReduced; // the layer, uReach texels larger than the target on each side
uniform sampler2D uRuns;    // runs of texels under the aperture: x and y of the first texel, weight, number of texels
uniform int uCount;         // number of runs
uniform int uReach;
uniform ivec2 uFirst;       // the target's first texel, counted from the document's origin
// Per layer in front: xy = its first texel, z = its texels per texel of the target, w = its texels per texel of
// distance from the aperture's center.
uniform vec4 uPlaces[${MAX_FRONTS}];
${FRONT_TEXTURES.map((name) => `uniform sampler2D ${name};`).join('\n')}

bool isNear(sampler2D front, vec4 place, vec2 texel) {
  vec2 at = texel * place.z - place.xy;
  float reach = abs(place.w) * float(uReach) + 1.0;
  return all(greaterThan(at + reach, vec2(0.0))) && all(lessThan(at - reach, vec2(textureSize(front, 0))));
}

float coverage(sampler2D front, ivec2 at) {
  bool isInside = all(greaterThanEqual(at, ivec2(0))) && all(lessThan(at, textureSize(front, 0)));
  return isInside ? texelFetch(front, at, 0).a : 0.0;
}

float passed(sampler2D front, vec4 place, vec2 texel, vec2 offset) {
  vec2 corner = texel * place.z + offset * place.w - 0.5;
  vec2 low = floor(corner);
  vec2 part = corner - low;
  ivec2 at = ivec2(low) - ivec2(place.xy);
  float top = mix(coverage(front, at), coverage(front, at + ivec2(1, 0)), part.x);
  float bottom = mix(coverage(front, at + ivec2(0, 1)), coverage(front, at + ivec2(1, 1)), part.x);
  return 1.0 - mix(top, bottom, part.y);
}

void main() {
  ivec2 at = ivec2(floor(vTexel)) + uReach;
  vec2 texel = floor(vTexel) + 0.5 + vec2(uFirst);
  vec4 sum = vec4(0.0), seen = vec4(0.0);
  float total = 0.0;
  bool isBehind = false, isHidden = false;
${FRONT_TEXTURES.map((name, i) => `#if FRONTS > ${i}\n  isBehind = isBehind || isNear(${name}, uPlaces[${i}], texel);\n#endif`).join('\n')}
  for (int i = 0; i < uCount; i++) {
    vec4 run = texelFetch(uRuns, ivec2(i, 0), 0);
    ivec2 first = at + ivec2(run.xy);
    vec4 row = vec4(0.0);
    for (int x = 0; x < int(run.w); x++) {
      vec4 light = texelFetch(uReduced, first + ivec2(x, 0), 0);
      row += light;
      if (!isBehind) continue;
      float share = run.z;
      vec2 offset = run.xy + vec2(x, 0);
${FRONT_TEXTURES.map((name, i) => `#if FRONTS > ${i}\n      share *= passed(${name}, uPlaces[${i}], texel, offset);\n#endif`).join('\n')}
      isHidden = isHidden || share < run.z;
      seen += light * share;
      total += share;
    }
    sum += row * run.z;
  }
  finalColor = isHidden && total >= ${LEAST_SEEN} ? seen / total : sum;
}
`

const resolveFragment = /* glsl */ `
// Reads the blurred layer with linear interpolation. In: linear light with raised highlights. Out: encoded. Both
// premultiplied. Reach: 1 texel. Reference: testing.ts.
in vec2 vTexel;
out vec4 finalColor;

uniform sampler2D uSource;
uniform ivec2 uOrigin;  // the source's first texel, counted from the document's origin
uniform vec2 uTarget;   // the target's first pixel, counted from the document's origin
uniform float uSide;    // px per texel

vec4 source(ivec2 at) {
  return windowTexel(uSource, uOrigin, at);
}
LINEAR_OF(vec4, linearly, source)

void main() {
  vec4 light = linearly((floor(vTexel) + 0.5 + uTarget) / uSide);
  float alpha = light.a > 0.999 ? 1.0 : light.a; // in half floats the alpha of an opaque layer may be slightly below 1
  finalColor = light.a > 0.0 ? vec4(encodedOf(clamp(lowered(light.rgb / light.a), 0.0, 1.0)) * alpha, alpha) : vec4(0.0);
}
`

const resolveProgram = () =>
  createProgram('lens-resolve', QUAD_VERTEX, `${color}${highlightGlsl}${reading}${resolveFragment}`)
