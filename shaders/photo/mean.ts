import color from '../lib/color.glsl?raw'
import mean from './mean.glsl?raw'

/** What is averaged: one coverage channel, or straight RGBA as it is encoded or as light. */
export type Mean = 'COVERAGE' | 'CODES' | 'LIGHT'

const DEFINES: Record<Mean, string> = {
  COVERAGE: '#define IS_COVERAGE\n',
  CODES: '',
  LIGHT: '#define IN_LIGHT\n',
}

/** First lines of a shader that takes means. */
export const meanHead = (of: Mean): string => `${DEFINES[of]}${color}${mean}`
