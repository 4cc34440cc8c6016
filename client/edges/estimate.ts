/**
 * What colours are mixed at the subject's edge: photo = alpha · front + (1 − alpha) · behind (Germer et al. 2020, "Fast
 * multi-level foreground estimation"; all pixels of a step at once, so that parts give what the whole gives).
 */
import type { Size } from '../base/geometry.ts'

/** Colours, row-major, three values per pixel, 0..1, sRGB-encoded. */
export interface Mixed extends Size {
  colours: Float32Array
  alpha: Float32Array // one per pixel
}

export interface Parted {
  front: Float32Array
  behind: Float32Array
}

/** How little neighbours need to agree where alpha is level. */
const SMOOTHNESS = 1e-5
const SMALL_SIDE = 32
const STEPS = { small: 10, large: 6 }

/** Of the whole picture, from one pixel up. */
export function parted(mixed: Mixed): Parted {
  if (Math.max(mixed.width, mixed.height) === 1) return { front: mixed.colours.slice(), behind: mixed.colours.slice() }
  const smaller = halved(mixed)
  const isSmall = Math.max(mixed.width, mixed.height) <= SMALL_SIDE
  return refined(mixed, enlarged(parted(smaller), smaller, mixed), isSmall ? STEPS.small : STEPS.large)
}

/** One level finer: `guess` is the coarser one's answer at this size, and is used up. A step reaches one pixel. */
export function refined(mixed: Mixed, guess: Parted, steps: number = STEPS.large): Parted {
  const { colours, alpha } = mixed
  for (let at = 0; at < alpha.length; at++) {
    const sure = alpha[at] === 1 ? guess.front : alpha[at] === 0 ? guess.behind : null
    if (sure) for (let i = 3 * at; i < 3 * at + 3; i++) sure[i] = colours[i] ?? 0
  }
  const open = openPixels(mixed)
  let [now, next]: [Parted, Parted] = [guess, { front: guess.front.slice(), behind: guess.behind.slice() }]
  for (let step = 0; step < steps; step++) {
    relax(mixed, open, now, next)
    ;[now, next] = [next, now]
  }
  return now
}

/** Where two colours are mixed, and where alpha jumps; all else is known. */
function openPixels({ width, height, alpha }: Mixed): Int32Array {
  const open = new Int32Array(alpha.length)
  let count = 0
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      const a = alpha[at]
      const isLevel =
        (x === 0 || alpha[at - 1] === a) &&
        (x === width - 1 || alpha[at + 1] === a) &&
        (y === 0 || alpha[at - width] === a) &&
        (y === height - 1 || alpha[at + width] === a)
      if (!isLevel || (a !== 0 && a !== 1)) open[count++] = at
    }
  return open.subarray(0, count)
}

function relax({ width, colours, alpha }: Mixed, open: Int32Array, from: Parted, to: Parted): void {
  const { front, behind } = from
  const last = alpha.length - 1
  for (const at of open) {
    const a = alpha[at] ?? 0
    const x = at % width
    const left = x > 0 ? at - 1 : at
    const right = x < width - 1 ? at + 1 : at
    const above = at >= width ? at - width : at
    const below = at + width <= last ? at + width : at
    const wl = SMOOTHNESS + Math.abs(a - (alpha[left] ?? 0))
    const wr = SMOOTHNESS + Math.abs(a - (alpha[right] ?? 0))
    const wa = SMOOTHNESS + Math.abs(a - (alpha[above] ?? 0))
    const wb = SMOOTHNESS + Math.abs(a - (alpha[below] ?? 0))
    const sum = wl + wr + wa + wb
    const [ff, fb, bb] = [a * a + sum, a * (1 - a), (1 - a) * (1 - a) + sum]
    const share = 1 / (ff * bb - fb * fb)
    for (let channel = 0; channel < 3; channel++) {
      const colour = colours[3 * at + channel] ?? 0
      const [l, r, u, d] = [3 * left + channel, 3 * right + channel, 3 * above + channel, 3 * below + channel]
      const around = (values: Float32Array) =>
        wl * (values[l] ?? 0) + wr * (values[r] ?? 0) + wa * (values[u] ?? 0) + wb * (values[d] ?? 0)
      const f = a * colour + around(front)
      const b = (1 - a) * colour + around(behind)
      to.front[3 * at + channel] = Math.min(1, Math.max(0, (bb * f - fb * b) * share))
      to.behind[3 * at + channel] = Math.min(1, Math.max(0, (ff * b - fb * f) * share))
    }
  }
}

/** Means of squares of two pixels; those at the right and lower edge may be cut. */
export function halved({ width, height, colours, alpha }: Mixed): Mixed {
  const size = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) }
  const to = {
    ...size,
    colours: new Float32Array(size.width * size.height * 3),
    alpha: new Float32Array(size.width * size.height),
  }
  for (let y = 0, at = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++, at++) {
      const top = 2 * y * width
      const bottom = Math.min(height - 1, 2 * y + 1) * width
      const [left, right] = [2 * x, Math.min(width - 1, 2 * x + 1)]
      const four = [top + left, top + right, bottom + left, bottom + right] as const
      to.alpha[at] = meanOf(alpha, four, 1, 0)
      for (let channel = 0; channel < 3; channel++) to.colours[3 * at + channel] = meanOf(colours, four, 3, channel)
    }
  return to
}

function meanOf(
  values: Float32Array,
  [a, b, c, d]: readonly [number, number, number, number],
  step: number,
  channel: number,
): number {
  const at = (pixel: number) => values[pixel * step + channel] ?? 0
  return (at(a) + at(b) + at(c) + at(d)) / 4
}

/** Each pixel four times. */
export function enlarged({ front, behind }: Parted, from: Size, to: Size): Parted {
  const larger = (values: Float32Array) => {
    const result = new Float32Array(to.width * to.height * 3)
    for (let y = 0, at = 0; y < to.height; y++)
      for (let x = 0; x < to.width; x++, at += 3) {
        const source = 3 * ((y >> 1) * from.width + (x >> 1))
        result[at] = values[source] ?? 0
        result[at + 1] = values[source + 1] ?? 0
        result[at + 2] = values[source + 2] ?? 0
      }
    return result
  }
  return { front: larger(front), behind: larger(behind) }
}
