/** Passes that downsample images. */
import color from '../lib/color.glsl?raw'
import { type Defines, Pass } from '../lib/pass.ts'
import areaFragment from './area-downsample.frag?raw'
import boxFragment from './box-downsample.frag?raw'
import reading from './window.glsl?raw'

/** How an image is averaged: as one coverage channel, or as straight RGBA, either encoded or in linear light. */
export type AveragingMode = 'COVERAGE' | 'ENCODED' | 'LINEAR'

/** Shader definitions of each averaging mode, for the box pass and the area pass. */
export const AVERAGING_DEFINES: Record<AveragingMode, Defines> = {
  COVERAGE: { IS_COVERAGE: true },
  ENCODED: {},
  LINEAR: { LINEAR_LIGHT: true },
}

const averaging = /* glsl */ `
// The space for averaging colors: encoded, as browsers downscale, or linear light (LINEAR_LIGHT), as a blur.
#ifdef LINEAR_LIGHT
#define toAveraged linearOf
#define fromAveraged encodedOf
#else
#define toAveraged(code) (code)
#define fromAveraged(code) (code)
#endif
`

/** Creates the pass that averages blocks of 2^k × 2^k texels. Uniforms: box-downsample.frag. */
export const createBoxDownsample = () =>
  new Pass('box-downsample', `${color}${averaging}${boxFragment}`, ['uBand'], {
    uBandSize: 'vec2<i32>',
    uAreaFrom: 'vec2<i32>',
    uFactor: 'i32',
  })

/** Creates the pass that averages areas of any size. Uniforms: area-downsample.frag. */
export const createAreaDownsample = () =>
  new Pass('area-downsample', `${color}${averaging}${reading}${areaFragment}`, ['uSource'], {
    uSourceOrigin: 'vec2<i32>',
    uSourceSize: 'vec2<i32>',
    uFrom: 'vec2<i32>',
    uSpan: 'vec2<f32>',
  })
