/** What an enhancement is made of. See README.md for how to add one. */
import type { ColorSpace } from '../../client/kit/base/color-space/colorSpace.ts'
import type { NumberField } from '../../client/kit/base/fields.ts'

/** The panel's sections of enhancements, in their order. */
export const SECTIONS = [
  { id: 'light', title: 'Light' },
  { id: 'colour', title: 'Colour' },
  { id: 'detail', title: 'Detail' },
  { id: 'effects', title: 'Effects' },
] as const

/** A row of the table in `enhancements.ts`: one number that the user sets. */
export interface Enhancement {
  field: NumberField
  section: (typeof SECTIONS)[number]['id']
  /** It is the first of its section; the others follow in the order of the table. */
  isFirst?: true
  /** Values of other enhancements without which this one changes nothing. */
  example?: Readonly<Record<string, number>>
}

/** Values of sliders by the field's name. */
export type Settings = Readonly<Record<string, number>>

/** The types of a step's uniforms, by name. Matrices are column-major. */
export type UniformTypes = Readonly<Record<string, 'f32' | 'vec3<f32>' | 'vec4<f32>' | 'mat3x3<f32>'>>
/** The values of uniforms of these types. */
export type UniformValues<U extends UniformTypes> = {
  readonly [K in keyof U]: 'f32' extends U[K] ? (U[K] extends 'f32' ? number : UniformValue) : readonly number[]
}
/** A uniform's value without its type. */
type UniformValue = number | readonly number[]

/** A step of the fused shader: it changes one pixel's straight colour, encoded in the working space. */
export interface TuneStep<S = Settings, U extends UniformTypes = UniformTypes> {
  /** Its folder in shaders/tune. */
  folder: string
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
  fold(settings: S, space: ColorSpace): { values: UniformValues<U>; flags?: readonly string[] } | null
}

/** Returns the step unchanged; it only gives the step's record its exact type. */
export const defineStep = <const U extends UniformTypes, S>(step: TuneStep<S, U>): TuneStep<S, U> => step

/** Straight red, green, blue, in the working space, encoded by the transfer function of sRGB; 0..1. */
export type Rgb = readonly [number, number, number]

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

/** A step's twin: its formula in TypeScript, in double precision, with which tests compare what the shader computes. */
export type Twin<U extends UniformTypes> = (color: Rgb, values: UniformValues<U>, here: Surroundings) => Rgb
