import { blacks } from './blacks/step.ts'
import { color } from './color/step.ts'
import type { TuneStep } from './enhancement.ts'
import type { TuneSettings } from './enhancements.ts'
import { sharpness } from './sharpness/step.ts'
import { tone } from './tone/step.ts'
import { vignette } from './vignette/step.ts'
import { whiteBalance } from './white-balance/step.ts'

/** Table of the fused shader's steps, in the order in which they change a pixel. */
export const STEPS: readonly TuneStep<TuneSettings>[] = [sharpness, whiteBalance, tone, blacks, color, vignette]
