import { type PlacedUniforms, tapsOf } from './placed.ts'

/** A picture on the CPU. */
export interface Texels {
  width: number
  height: number
  /** RGBA 0..1, premultiplied, row-major. */
  pixels: ArrayLike<number>
}

/** Twin of placed.frag: returns the placed picture's pixel at the target's px (x, y), premultiplied RGBA, 0..1. */
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
  const readAt = (u: number, v: number) => {
    const [left, top] = [Math.floor(u - 0.5), Math.floor(v - 0.5)]
    const sums = [0, 0, 0, 0]
    for (let row = top - 1; row <= top + 2; row++)
      for (let column = left - 1; column <= left + 2; column++) {
        const weight = kernel(u - 0.5 - column) * kernel(v - 0.5 - row)
        for (let c = 0; c < 4; c++) sums[c] = (sums[c] ?? 0) + weight * texel(column, row, c)
      }
    const alpha = Math.min(Math.max(sums[3] ?? 0, 0), 1)
    return sums.map((value, c) => (c === 3 ? alpha : Math.min(Math.max(value, 0), alpha)))
  }
  const [across, down] = [tapsOf(uAlong), tapsOf(uDown)]
  const mean = [0, 0, 0, 0]
  for (let j = 0; j < down; j++)
    for (let i = 0; i < across; i++) {
      const [right, below] = [(i + 0.5) / across - 0.5, (j + 0.5) / down - 0.5]
      readAt(atX + right * uAlong[0] + below * uDown[0], atY + right * uAlong[1] + below * uDown[1]).forEach(
        (value, c) => {
          mean[c] = (mean[c] ?? 0) + value / (across * down)
        },
      )
    }
  const share = coverage(uniforms, atX, atY) * uOpacity
  return mean.map((value) => value * share)
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
