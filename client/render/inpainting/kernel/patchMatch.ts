/**
 * PatchMatch (Barnes et al. 2009) in AssemblyScript with SIMD, compiled by scripts/vite/assemblyScript.ts. One vector
 * is one pixel. Sums are integers and costs are doubles, so the reference in TypeScript (fixtures/plainPatchKernel.ts)
 * gives identical bits.
 */
import { GUIDE_ONE, PATCH_RADIUS } from '../parameters'

/** First address after the kernel's own variables, bytes. The caller's arrays start here. */
export const BUFFERS: i32 = 1024
const PIXEL: usize = 16 // size of a pixel, bytes
const GUIDE: usize = 8

let width: i32 = 0
let height: i32 = 0
let features: usize = 0
let guide: usize = 0
let isSource: usize = 0
let targets: usize = 0
let targetAt: usize = 0
let targetCount: i32 = 0
let costX: f64 = 0
let costY: f64 = 0
let source: usize = 0
let distance: usize = 0
let state: u32 = 1

/**
 * Sets the level that `search` and `vote` work on. Parameters: the level's size (px), the addresses (bytes) of the
 * arrays of `SearchProblem`, the number of target patches, and the costs per px² of a horizontal and a vertical shift.
 */
export function setProblem(
  levelWidth: i32,
  levelHeight: i32,
  featuresAt: usize,
  guideAt: usize,
  isSourceAt: usize,
  targetsAt: usize,
  targetAtAt: usize,
  count: i32,
  shiftX: f64,
  shiftY: f64,
): void {
  width = levelWidth
  height = levelHeight
  features = featuresAt
  guide = guideAt
  isSource = isSourceAt
  targets = targetsAt
  targetAt = targetAtAt
  targetCount = count
  costX = shiftX
  costY = shiftY
}

/**
 * Improves the sources of all target patches by PatchMatch. First measures the cost of each current source. Then runs
 * `rounds` rounds of propagation and random search. `sourceAt`, `distanceAt`: addresses of sources and costs, which are
 * overwritten. `random`: state of an xorshift32 generator, not 0. Returns the generator's next state.
 */
export function search(sourceAt: usize, distanceAt: usize, rounds: i32, random: u32): u32 {
  source = sourceAt
  distance = distanceAt
  state = random
  for (let k = 0; k < targetCount; k++)
    store<f64>(distance + 8 * k, distanceBelow(targetOf(k), sourceOf(k), f64.POSITIVE_INFINITY))
  for (let round = 0; round < rounds; round++) {
    const step = round & 1 ? 1 : -1
    for (let i = 0; i < targetCount; i++) {
      const k = step < 0 ? i : targetCount - 1 - i
      const x = (targetOf(k) % width) + step
      if (x >= 0 && x < width) propagate(k, step)
      propagate(k, step * width)
      searchAround(k)
    }
  }
  return state
}

function targetOf(k: i32): i32 {
  return load<i32>(targets + 4 * k)
}

function sourceOf(k: i32): i32 {
  return load<i32>(source + 4 * k)
}

function propagate(k: i32, step: i32): void {
  const place = targetOf(k) + step
  if (place < 0 || place >= width * height) return
  const neighbor = load<i32>(targetAt + 4 * place)
  if (neighbor < 0) return
  const candidate = sourceOf(neighbor) - step
  if (load<u8>(isSource + candidate) === 1) attempt(k, candidate)
}

function searchAround(k: i32): void {
  for (let radius = max(width, height); radius >= 1; radius >>= 1) {
    const range: u32 = 2 * radius + 1
    const dx = <i32>(random() % range) - radius
    const dy = <i32>(random() % range) - radius
    const at = sourceOf(k)
    const x = (at % width) + dx
    const y = at / width + dy
    if (x < 0 || y < 0 || x >= width || y >= height) continue
    const candidate = y * width + x
    if (load<u8>(isSource + candidate) === 1) attempt(k, candidate)
  }
}

function random(): u32 {
  state ^= state << 13
  state ^= state >> 17
  state ^= state << 5
  return state
}

function attempt(k: i32, candidate: i32): void {
  const best = load<f64>(distance + 8 * k)
  const found = distanceBelow(targetOf(k), candidate, best)
  if (found >= best) return
  store<f64>(distance + 8 * k, found)
  store<i32>(source + 4 * k, candidate)
}

function distanceBelow(target: i32, from: i32, best: f64): f64 {
  const x = target % width
  const y = target / width
  const dx = (from % width) - x
  const dy = from / width - y
  const g = guide + GUIDE * target
  const h = guide + GUIDE * from
  let color = 0
  for (let c: usize = 0; c < 6; c += 2) {
    const difference = <i32>load<i16>(g + c) - <i32>load<i16>(h + c)
    color += difference * difference
  }
  const guided = (<f64>color * <f64>load<i16>(g, 6)) / <f64>GUIDE_ONE
  const base = guided + (costX * <f64>(dx * dx) + costY * <f64>(dy * dy))
  const left = max(-PATCH_RADIUS, -x)
  const right = min(PATCH_RADIUS, width - 1 - x)
  const top = max(-PATCH_RADIUS, -y)
  const bottom = min(PATCH_RADIUS, height - 1 - y)
  const count = <f64>((right - left + 1) * (bottom - top + 1))
  const limit = (best - base) * count
  if (!(0 < limit)) return f64.POSITIVE_INFINITY
  let sum: f64 = 0
  for (let row = top; row <= bottom; row++) {
    let a = features + PIXEL * (target + row * width + left)
    let b = features + PIXEL * (from + row * width + left)
    let squares = i32x4.splat(0)
    for (let i = left; i <= right; i++) {
      const difference = i16x8.sub(v128.load(a), v128.load(b))
      squares = i32x4.add(squares, i32x4.dot_i16x8_s(difference, difference))
      a += PIXEL
      b += PIXEL
    }
    sum += <f64>(i32x4.extract_lane(squares, 0) + i32x4.extract_lane(squares, 1))
    sum += <f64>(i32x4.extract_lane(squares, 2) + i32x4.extract_lane(squares, 3))
    if (!(sum < limit)) return f64.POSITIVE_INFINITY
  }
  return base + sum / count
}

/**
 * Runs patch voting (Wexler et al. 2007). Each target patch adds the weighted features of its source patch to the sums
 * of the pixels that the target patch covers, inside and outside the hole. Works on the level of the last `setProblem`.
 * `sourceAt`: address of one i32 per target patch, the pixel index of the source patch's center. `weights`: address of
 * one u16 per target patch, at most 32767. `sums`: address of eight 32-bit numbers per px of the level, one per
 * channel. The caller sets all sums to zero.
 */
export function vote(sourceAt: usize, weights: usize, sums: usize): void {
  for (let k = 0; k < targetCount; k++) {
    const target = targetOf(k)
    const from = load<i32>(sourceAt + 4 * k)
    const weight = i16x8.splat(<i16>load<u16>(weights + 2 * k))
    const x = target % width
    const y = target / width
    const left = max(-PATCH_RADIUS, -x)
    const right = min(PATCH_RADIUS, width - 1 - x)
    const bottom = min(PATCH_RADIUS, height - 1 - y)
    for (let row = max(-PATCH_RADIUS, -y); row <= bottom; row++) {
      let to = sums + 2 * PIXEL * (target + row * width + left)
      let pixel = features + PIXEL * (from + row * width + left)
      for (let i = left; i <= right; i++) {
        const value = v128.load(pixel)
        v128.store(to, i32x4.add(v128.load(to), i32x4.extmul_low_i16x8_s(value, weight)))
        v128.store(to, i32x4.add(v128.load(to, 16), i32x4.extmul_high_i16x8_s(value, weight)), 16)
        to += 2 * PIXEL
        pixel += PIXEL
      }
    }
  }
}
