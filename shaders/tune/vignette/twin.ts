import type { Twin } from '../enhancement.ts'
import { each, encodedOf, linearOf, smoothstep } from '../twinMath.ts'
import type { vignette } from './step.ts'

/** Twin of the step: mixes with black or white in linear light, by the distance from the photo's centre. */
export const twin: Twin<typeof vignette.uniforms> = (color, { uVignette }, { place: [x, y] }) => {
  const [amount = 0, start = 0, end = 1] = uVignette
  const share = smoothstep(start, end, Math.hypot(x - 0.5, y - 0.5) * Math.SQRT2) * Math.abs(amount)
  const corner = amount > 0 ? 1 : 0
  return each(color, (value) => {
    const light = linearOf(Math.max(value, 0))
    return encodedOf(light + (corner - light) * share)
  })
}
