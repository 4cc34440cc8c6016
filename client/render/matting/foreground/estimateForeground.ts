/**
 * What colours are mixed at the subject's edge: photo = alpha · front + (1 − alpha) · behind (after Germer et al. 2020,
 * "Fast multi-level foreground estimation"). A smaller picture's pixel keeps the equations of those that it stands for,
 * not an equation of their means: two that are mixed differently tell both colours.
 */
import type { Size } from '../../../kit/base/geometry.ts'

/** Colours, row-major, three values per pixel, 0..1, sRGB-encoded. */
interface Layers extends Size {
  colours: Float32Array
  alpha: Float32Array // one per pixel
}

/** With what the equations of several pixels need in the mean. */
export interface Mixed extends Layers {
  squares: Float32Array // of alpha
  seen: Float32Array // alpha · colour
}

export interface Parted {
  front: Float32Array
  behind: Float32Array
}

/** How much neighbours need to agree: where alpha is level, and more for each step of alpha between them. */
const AGREEMENT = { least: 1e-5, perAlpha: 0.5 }
/** How far a step goes of what brings a pixel to rest: farther than that, all come to rest sooner. */
const OVERSHOOT = 1.4
const SMALL_SIDE = 32
const STEPS = { small: 10, large: 3 }

export function mixedFrom({ colours, alpha, ...size }: Layers): Mixed {
  const squares = new Float32Array(alpha.length)
  const seen = new Float32Array(colours.length)
  for (let at = 0, i = 0; at < alpha.length; at++) {
    const a = alpha[at] ?? 0
    squares[at] = a * a
    for (const end = i + 3; i < end; i++) seen[i] = a * (colours[i] ?? 0)
  }
  return { ...size, colours, alpha, squares, seen }
}

/** Of the whole picture, from one pixel up. */
export function parted(mixed: Mixed): Parted {
  if (Math.max(mixed.width, mixed.height) === 1) return { front: mixed.colours.slice(), behind: mixed.colours.slice() }
  const smaller = halved(mixed)
  const isSmall = Math.max(mixed.width, mixed.height) <= SMALL_SIDE
  return refined(mixed, enlarged(parted(smaller), smaller, mixed), isSmall ? STEPS.small : STEPS.large)
}

/**
 * One level finer: `guess` is the coarser one's answer at this size, and is used up. A step takes every other pixel, as
 * on a chessboard, and then the rest, so it reaches two pixels; parts that begin at even ones give what the whole gives.
 */
export function refined(mixed: Mixed, guess: Parted, steps: number = STEPS.large): Parted {
  const { colours, alpha } = mixed
  for (let at = 0; at < alpha.length; at++) {
    const sure = alpha[at] === 1 ? guess.front : alpha[at] === 0 ? guess.behind : null
    if (sure) for (let i = 3 * at; i < 3 * at + 3; i++) sure[i] = colours[i] ?? 0
  }
  const turns = [openPixels(mixed, 0), openPixels(mixed, 1)]
  for (let step = 0; step < steps; step++) for (const pixels of turns) relax(mixed, pixels, guess)
  return guess
}

/** Where two colours are mixed, and where alpha jumps; all else is known. Those of one colour of a chessboard. */
function openPixels({ width, height, alpha }: Mixed, first: 0 | 1): Int32Array {
  const open = new Int32Array(Math.ceil(alpha.length / 2))
  let count = 0
  for (let y = 0; y < height; y++)
    for (let x = (y + first) % 2; x < width; x += 2) {
      const at = y * width + x
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

function relax({ width, colours, alpha, squares, seen }: Mixed, pixels: Int32Array, { front, behind }: Parted): void {
  const last = alpha.length - 1
  for (const at of pixels) {
    const a = alpha[at] ?? 0
    const x = at % width
    const left = x > 0 ? at - 1 : at
    const right = x < width - 1 ? at + 1 : at
    const above = at >= width ? at - width : at
    const below = at + width <= last ? at + width : at
    const wl = agreement(a - (alpha[left] ?? 0))
    const wr = agreement(a - (alpha[right] ?? 0))
    const wa = agreement(a - (alpha[above] ?? 0))
    const wb = agreement(a - (alpha[below] ?? 0))
    const sum = wl + wr + wa + wb
    const aa = squares[at] ?? 0
    const [ff, fb, bb] = [aa + sum, a - aa, 1 - 2 * a + aa + sum]
    const share = 1 / (ff * bb - fb * fb)
    for (let channel = 0; channel < 3; channel++) {
      const i = 3 * at + channel
      const [l, r, u, d] = [3 * left + channel, 3 * right + channel, 3 * above + channel, 3 * below + channel]
      const around = (values: Float32Array) =>
        wl * (values[l] ?? 0) + wr * (values[r] ?? 0) + wa * (values[u] ?? 0) + wb * (values[d] ?? 0)
      const own = seen[i] ?? 0
      const f = own + around(front)
      const b = (colours[i] ?? 0) - own + around(behind)
      front[i] = beyond(front[i] ?? 0, (bb * f - fb * b) * share)
      behind[i] = beyond(behind[i] ?? 0, (ff * b - fb * f) * share)
    }
  }
}

const beyond = (from: number, to: number) => Math.min(1, Math.max(0, from + OVERSHOOT * (to - from)))

const agreement = (difference: number) => AGREEMENT.least + AGREEMENT.perAlpha * Math.abs(difference)

/** Means of squares of two pixels; those at the right and lower edge may be cut. */
export function halved(mixed: Mixed): Mixed {
  const size = { width: Math.ceil(mixed.width / 2), height: Math.ceil(mixed.height / 2) }
  const means = (values: Float32Array, step: number) => meansOf(values, step, mixed, size)
  return {
    ...size,
    colours: means(mixed.colours, 3),
    alpha: means(mixed.alpha, 1),
    squares: means(mixed.squares, 1),
    seen: means(mixed.seen, 3),
  }
}

function meansOf(values: Float32Array, step: number, { width, height }: Size, size: Size): Float32Array {
  const to = new Float32Array(size.width * size.height * step)
  for (let y = 0, i = 0; y < size.height; y++) {
    const top = 2 * y * width
    const down = 2 * y + 1 < height ? width * step : 0
    for (let x = 0; x < size.width; x++) {
      const at = (top + 2 * x) * step
      const right = 2 * x + 1 < width ? step : 0
      for (let k = at; k < at + step; k++)
        to[i++] =
          ((values[k] ?? 0) + (values[k + right] ?? 0) + (values[k + down] ?? 0) + (values[k + down + right] ?? 0)) / 4
    }
  }
  return to
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
