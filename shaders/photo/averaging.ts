import color from '../lib/color.glsl?raw'

/** Input to average: one coverage channel, or straight RGBA, encoded or in linear light. */
export type AveragingMode = 'COVERAGE' | 'ENCODED' | 'LINEAR'

const DEFINES: Record<AveragingMode, string> = {
  COVERAGE: '#define IS_COVERAGE\n',
  ENCODED: '',
  LINEAR: '#define LINEAR_LIGHT\n',
}

/** Returns the GLSL definitions for an averaging mode. */
export const averagingDefines = (of: AveragingMode): string => `${DEFINES[of]}${color}${mean}`

const mean = /* glsl */ `
// The space in which colours are averaged: encoded, as browsers downscale, or linear light (LINEAR_LIGHT), as a blur.
#ifdef LINEAR_LIGHT
#define toAveraged linearOf
#define fromAveraged encodedOf
#else
#define toAveraged(code) (code)
#define fromAveraged(code) (code)
#endif
`
