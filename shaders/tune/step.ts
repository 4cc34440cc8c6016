/** The parts of a step: GLSL, uniforms, and CPU reference. README.md explains how to add a step. */
import type { ColorSpace } from '#client/kit/pixels/color-space/colorSpace.ts'
import type { Rgb } from '../lib/color.ts'
import type { UniformTypes, UniformValues } from '../lib/pass.ts'
import type { TuneSettings } from './enhancements.ts'

/** A step of the fused shader, which changes one pixel's straight color, encoded in the working space. */
export interface TuneStep<U extends UniformTypes = UniformTypes> {
  /** Name of the step's GLSL function: `vec3 name(vec3 color, Surroundings here)`. */
  call: string
  glsl: string
  /**
   * Names of the step's flags. Each name is a GLSL constant, one bit of `uTuneFlags`. The first flag is set when the
   * step is not neutral. Without this flag, the shader skips the step.
   */
  flags: readonly [string, ...string[]]
  /** Inputs of the step in addition to the pixel: low-passed luma (`here.low`) or the tone mask (`here.mask`). */
  reads?: 'low' | 'mask'
  uniforms: U
  /**
   * Converts the settings to uniforms for a photo in `space`, in double precision. `flags`: the flags that are set in
   * addition to the step's first flag. Returns null for neutral settings.
   */
  fold(settings: TuneSettings, space: ColorSpace): { values: UniformValues<U>; flags?: readonly string[] } | null
  /** The CPU reference: the step's formula in double precision, for tests of the shader and for Match lighting. */
  reference(color: Rgb, values: UniformValues<U>, here: Surroundings): Rgb
}

/** Returns the step unchanged, with its exact type. */
export const defineStep = <const U extends UniformTypes>(step: TuneStep<U>): TuneStep<U> => step

/** Inputs of a step in addition to the pixel's color. */
export interface Surroundings {
  /** Color space of the photo. */
  space: ColorSpace
  /** Luma of the pixel before the first step, encoded, 0..1. */
  luma: number
  /** Low-passed luma at the pixel, encoded, 0..1. */
  low: number
  /**
   * The tone mask at the pixel: slope and intercept of the line from luma to the tone base, a smoothed luma
   * (`toneMask`).
   */
  mask: readonly [number, number]
  /** Position of the pixel's center in the photo: 0..1 across and down. */
  place: readonly [number, number]
}
