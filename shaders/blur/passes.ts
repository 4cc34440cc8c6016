/** The passes of the blur: load, halve, blur along one axis, resolve. */
import { GlProgram, type RenderTexture, Texture, type TextureSource, type WebGLRenderer } from 'pixi.js'
import color from '../lib/color.glsl?raw'
import { PASS_VERTEX, Pass, PassVariants, PREAMBLE } from '../lib/pass.ts'
import reading from '../photo/window.glsl?raw'
import type { PixelWindow } from '../photo/window.ts'
import loadFragment from './load.frag?raw'
import { MAX_WEIGHTS } from './plan.ts'
import resolveFragment from './resolve.frag?raw'

/**
 * Colours to blur: the whole photo's (WHOLE), the background's without the subject's (BEHIND), or the cut-out subject's
 * (SUBJECT).
 */
export type BlurRole = 'WHOLE' | 'BEHIND' | 'SUBJECT'

/** Input of the blur: a photo, weighted by alpha and by the part of the matte that `role` names. */
export interface BlurInput {
  photo: PixelWindow
  hasAlpha: boolean
  /** matte at the mip level of `photo`, coverage in red; required by every role but WHOLE */
  matte: PixelWindow | null
  role: BlurRole
  /** standard deviation, texels of `photo`; at most MAX_SIGMA */
  sigma: number
}

const ROLES = '#define WHOLE 0\n#define BEHIND 1\n#define SUBJECT 2\n'

const program = (name: string, fragment: string) => GlProgram.from({ vertex: PASS_VERTEX, fragment, name })

export class Loader {
  private readonly passes = new PassVariants((defines) => {
    const fragment = `${PREAMBLE}${ROLES}${defines}${color}${reading}${halving}${loadFragment}`
    return new Pass(program('blur-load', fragment), {
      uPhoto: Texture.EMPTY.source,
      uMatte: Texture.EMPTY.source,
      load: {
        uPhotoOrigin: { value: new Int32Array(2), type: 'vec2<i32>' },
        uMatteOrigin: { value: new Int32Array(2), type: 'vec2<i32>' },
        uFrom: { value: new Int32Array(2), type: 'vec2<i32>' },
      },
    })
  })

  draw(renderer: WebGLRenderer, target: RenderTexture, input: BlurInput, isWeight: boolean, level: number): void {
    const { photo, matte, role, hasAlpha } = input
    const defines = [
      `#define ROLE ${role}\n`,
      hasAlpha ? '#define HAS_ALPHA\n' : '',
      isWeight ? '#define IS_WEIGHT\n' : '',
      level > 0 ? '#define HALVED\n' : '',
    ].join('')
    const pass = this.passes.get(defines)
    const { resources } = pass.shader
    resources.uPhoto = photo.source
    resources.uMatte = matte?.source ?? Texture.EMPTY.source
    const { uniforms } = resources.load
    uniforms.uPhotoOrigin.set([photo.origin.x, photo.origin.y])
    uniforms.uMatteOrigin.set([matte?.origin.x ?? 0, matte?.origin.y ?? 0])
    uniforms.uFrom.set([photo.origin.x >> level, photo.origin.y >> level])
    pass.draw(renderer, target)
    resources.uPhoto = resources.uMatte = Texture.EMPTY.source // drop the references: both textures may be destroyed before the next call
  }

  destroy(): void {
    this.passes.destroy()
  }
}

/** blurred photo, halved `halvings` times */
export interface BlurLevel {
  light: TextureSource
  weight: TextureSource | null
  halvings: number
}

export class Resolver {
  private readonly passes = new PassVariants((defines) => {
    const fragment = `${PREAMBLE}${ROLES}${defines}${color}${reading}${resolveFragment}`
    return new Pass(program('blur-resolve', fragment), {
      uSource: Texture.EMPTY.source,
      uWeight: Texture.EMPTY.source,
      resolve: {
        uSourceOrigin: { value: new Int32Array(2), type: 'vec2<i32>' },
        uFrom: { value: new Int32Array(2), type: 'vec2<i32>' },
        uStep: { value: 1, type: 'f32' },
      },
    })
  })

  draw(renderer: WebGLRenderer, target: RenderTexture, input: BlurInput, level: BlurLevel, isWeight: boolean): void {
    const { photo, role, hasAlpha } = input
    const { light, weight, halvings } = level
    const defines = [
      `#define ROLE ${role}\n`,
      hasAlpha ? '#define HAS_ALPHA\n' : '',
      isWeight ? '#define IS_WEIGHT\n' : '',
      halvings > 0 ? '#define IS_CUBIC\n' : '',
    ].join('')
    const pass = this.passes.get(defines)
    const { resources } = pass.shader
    resources.uSource = light
    resources.uWeight = weight ?? Texture.EMPTY.source
    const { uniforms } = resources.resolve
    uniforms.uSourceOrigin.set([photo.origin.x >> halvings, photo.origin.y >> halvings])
    uniforms.uFrom.set([photo.origin.x, photo.origin.y])
    uniforms.uStep = 1 / 2 ** halvings
    const { pixelWidth: width, pixelHeight: height } = target.source
    pass.draw(renderer, target, { x: 0, y: 0, width, height }) // Pixi cannot clear an integer target
    resources.uSource = resources.uWeight = Texture.EMPTY.source
  }

  destroy(): void {
    this.passes.destroy()
  }
}

export const createHalvePass = () =>
  new Pass(program('blur-halve', `${PREAMBLE}${reading}${halving}${halveFragment}`), { uSource: Texture.EMPTY.source })

export const createGaussPass = () =>
  new Pass(program('blur-gauss', `${PREAMBLE}#define MAX_WEIGHTS ${MAX_WEIGHTS}\n${reading}${gaussFragment}`), {
    uSource: Texture.EMPTY.source,
    gauss: {
      uStep: { value: new Int32Array(2), type: 'vec2<i32>' },
      uRadius: { value: 0, type: 'i32' },
      uWeights: { value: new Float32Array(MAX_WEIGHTS), type: 'f32', size: MAX_WEIGHTS },
    },
  })

const halving = /* glsl */ `
// Halving with [1, 3, 3, 1] / 8 in both directions: 16 reads. at = texel of the smaller picture.
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
// A picture at half its size. Premultiplied in and out, any encoding. Reach: 2 texels. Twin: blur.reference.ts.
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
// One direction of a Gaussian, 2 × uRadius + 1 reads (at most 33). Premultiplied in and out, linear light.
// Reach: uRadius texels. Twin: blur.reference.ts.
in vec2 vTexel;
out vec4 finalColor;

uniform sampler2D uSource;
uniform ivec2 uStep;               // (1, 0) or (0, 1)
uniform int uRadius;
uniform float uWeights[MAX_WEIGHTS]; // middle first

void main() {
  ivec2 at = ivec2(floor(vTexel));
  vec4 sum = windowTexel(uSource, ivec2(0), at) * uWeights[0];
  for (int i = 1; i <= uRadius; i++)
    sum += (windowTexel(uSource, ivec2(0), at + uStep * i) + windowTexel(uSource, ivec2(0), at - uStep * i)) * uWeights[i];
  finalColor = sum;
}
`
