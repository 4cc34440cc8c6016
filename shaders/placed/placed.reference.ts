/** Twin of placed.frag: one output px, premultiplied 0..1. */
import type { PlacedUniforms } from './placed.ts'

export interface Texels {
  width: number
  height: number
  /** RGBA 0..1, premultiplied, row-major. */
  pixels: ArrayLike<number>
}

/** (x, y): the target's px. */
export function placedPixel(
  { width, height, pixels }: Texels,
  uniforms: PlacedUniforms,
  x: number,
  y: number,
  sampling: 'LINEAR' | 'CUBIC',
): number[] {
  const { uTarget, uFirst, uShift, uAlong, uDown, uOpacity } = uniforms
  const [pxX, pxY] = [x + 0.5 + uTarget[0], y + 0.5 + uTarget[1]]
  const atX = pxX * uAlong[0] + pxY * uDown[0] + uShift[0]
  const atY = pxX * uAlong[1] + pxY * uDown[1] + uShift[1]
  const texel = (column: number, row: number, channel: number) => {
    const i = Math.min(Math.max(column - uFirst[0], 0), width - 1)
    const j = Math.min(Math.max(row - uFirst[1], 0), height - 1)
    return pixels[(j * width + i) * 4 + channel] ?? 0
  }
  const kernel = sampling === 'CUBIC' ? catmullRom : tent
  const [left, top] = [Math.floor(atX - 0.5), Math.floor(atY - 0.5)]
  let [red, green, blue, sum] = [0, 0, 0, 0]
  for (let row = top - 1; row <= top + 2; row++)
    for (let column = left - 1; column <= left + 2; column++) {
      const weight = kernel(atX - 0.5 - column) * kernel(atY - 0.5 - row)
      red += weight * texel(column, row, 0)
      green += weight * texel(column, row, 1)
      blue += weight * texel(column, row, 2)
      sum += weight * texel(column, row, 3)
    }
  const alpha = Math.min(Math.max(sum, 0), 1)
  const share = coverage(uniforms, atX, atY) * uOpacity
  return [...[red, green, blue].map((value) => Math.min(Math.max(value, 0), alpha) * share), alpha * share]
}

const tent = (t: number) => Math.max(0, 1 - Math.abs(t))

/** Keys 1981, a = −1/2. */
function catmullRom(t: number): number {
  const x = Math.abs(t)
  if (x < 1) return 1.5 * x ** 3 - 2.5 * x ** 2 + 1
  return x < 2 ? -0.5 * x ** 3 + 2.5 * x ** 2 - 4 * x + 2 : 0
}

function coverage({ uBox, uPerTexel, uRadius }: PlacedUniforms, x: number, y: number): number {
  const beyondX = (Math.abs(x - uBox[0] / 2) - uBox[0] / 2) * uPerTexel[0] + uRadius
  const beyondY = (Math.abs(y - uBox[1] / 2) - uBox[1] / 2) * uPerTexel[1] + uRadius
  const outside = Math.hypot(Math.max(beyondX, 0), Math.max(beyondY, 0))
  const away = outside + Math.min(Math.max(beyondX, beyondY), 0) - uRadius
  return Math.min(Math.max(0.5 - away, 0), 1)
}
