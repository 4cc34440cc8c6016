import type { Rgb, Twin } from '../enhancement.ts'
import { encodedOf, linearOf } from '../twinMath.ts'
import type { whiteBalance } from './step.ts'

/** Twin of the step: a gain of each channel in linear light. */
export const twin: Twin<typeof whiteBalance.uniforms> = (
  color,
  { uWhiteBalance: [red = 1, green = 1, blue = 1] },
): Rgb => {
  const scaled = (value: number, gain: number) => encodedOf(linearOf(Math.max(value, 0)) * gain)
  return [scaled(color[0], red), scaled(color[1], green), scaled(color[2], blue)]
}
