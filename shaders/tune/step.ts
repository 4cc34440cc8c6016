/** The parts of a step: GLSL, its uniforms, and its twin. README.md says how to add a step. */
import type { ColorSpace } from '../../client/kit/base/color-space/colorSpace.ts'
import type { Rgb } from '../lib/color.ts'
import type { TuneSettings } from './enhancements.ts'

/** The types of a step's uniforms, by name. Matrices are column-major. */
type UniformTypes = Readonly<Record<string, 'f32' | 'vec3<f32>' | 'vec4<f32>' | 'mat3x3<f32>'>>
/** The values of uniforms of these types. */
type UniformValues<U extends UniformTypes> = {
  readonly [K in keyof U]: 'f32' extends U[K] ? (U[K] extends 'f32' ? number : UniformValue) : readonly number[]
}
/** A uniform's value without its type. */
type UniformValue = number | readonly number[]

/** A step of the fused shader: it changes one pixel's straight colour, encoded in the working space. */
export interface TuneStep<U extends UniformTypes = UniformTypes> {
  /** The name of its GLSL function: `vec3 name(vec3 color, Surroundings here)`. */
  call: string
  glsl: string
  /**
   * Bits of `uTuneFlags`: each is a constant in GLSL. The first one is set when the step is not neutral, and a program
   * without it leaves the step out.
   */
  flags: readonly [string, ...string[]]
  /** What the step reads besides the pixel: low-passed luma (`here.low`) or the tone base (`here.mask`). */
  reads?: 'low' | 'mask'
  uniforms: U
  /**
   * The settings as uniforms for a photo in `space`, in double precision, with those flags that are set besides the
   * first. Null = neutral.
   */
  fold(settings: TuneSettings, space: ColorSpace): { values: UniformValues<U>; flags?: readonly string[] } | null
  /** The step's formula in double precision. Tests compare it with the shader; Match light computes with it. */
  twin(color: Rgb, values: UniformValues<U>, here: Surroundings): Rgb
}

/** Returns the step unchanged; it only gives the step's record its exact type. */
export const defineStep = <const U extends UniformTypes>(step: TuneStep<U>): TuneStep<U> => step

/** What a step knows besides the pixel's colour. */
export interface Surroundings {
  /** Colour space of the photo. */
  space: ColorSpace
  /** Luma of the pixel before the first step. */
  luma: number
  /** Low-passed luma. */
  low: number
  /** Slope and intercept of the tone base over luma. */
  mask: readonly [number, number]
  /** The pixel's centre: 0..1 across and down the photo. */
  place: readonly [number, number]
}
