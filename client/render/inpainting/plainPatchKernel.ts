import { CHANNELS, GUIDE_CHANNELS, GUIDE_ONE, PATCH_RADIUS } from './parameters.ts'
import { type NearestField, nextRandom, type PatchKernel, type SearchProblem } from './patchKernel.ts'

/** Patch kernel in TypeScript, bit-equal to the compiled kernel. Used in tests and in browsers without WebAssembly. */
export const plainPatchKernel: PatchKernel = { search, vote }

function search(problem: SearchProblem, field: NearestField, rounds: number, random: number): number {
  const { width, height, isSource, targets, targetAt } = problem
  const { source, distance } = field
  let state = random
  for (let k = 0; k < targets.length; k++)
    distance[k] = distanceBelow(problem, targets[k] ?? 0, source[k] ?? 0, Number.POSITIVE_INFINITY)

  const attempt = (k: number, candidate: number) => {
    const best = distance[k] ?? 0
    const found = distanceBelow(problem, targets[k] ?? 0, candidate, best)
    if (found >= best) return
    distance[k] = found
    source[k] = candidate
  }
  const propagate = (k: number, step: number) => {
    const neighbour = targetAt[(targets[k] ?? 0) + step] ?? -1
    if (neighbour < 0) return
    const candidate = (source[neighbour] ?? 0) - step
    if (isSource[candidate] === 1) attempt(k, candidate)
  }
  for (let round = 0; round < rounds; round++) {
    const step = round % 2 === 0 ? -1 : 1
    for (let i = 0; i < targets.length; i++) {
      const k = step < 0 ? i : targets.length - 1 - i
      const x = ((targets[k] ?? 0) % width) + step
      if (x >= 0 && x < width) propagate(k, step)
      propagate(k, step * width)
      for (let radius = Math.max(width, height); radius >= 1; radius >>= 1) {
        state = nextRandom(state)
        const dx = (state % (2 * radius + 1)) - radius
        state = nextRandom(state)
        const dy = (state % (2 * radius + 1)) - radius
        const at = source[k] ?? 0
        const [cx, cy] = [(at % width) + dx, Math.floor(at / width) + dy]
        if (cx >= 0 && cy >= 0 && cx < width && cy < height && isSource[cy * width + cx] === 1)
          attempt(k, cy * width + cx)
      }
    }
  }
  return state
}

/** Returns the distance of two patches; infinity if not below `best`. Ignores pixels beyond the border. */
function distanceBelow(problem: SearchProblem, target: number, source: number, best: number): number {
  const { width, height, features, guide, shiftCost } = problem
  const [x, y] = [target % width, Math.floor(target / width)]
  const [dx, dy] = [(source % width) - x, Math.floor(source / width) - y]
  const [g, h] = [GUIDE_CHANNELS * target, GUIDE_CHANNELS * source]
  let colour = 0
  for (let c = 0; c < 3; c++) colour += ((guide[g + c] ?? 0) - (guide[h + c] ?? 0)) ** 2
  const base = (colour * (guide[g + 3] ?? 0)) / GUIDE_ONE + (shiftCost.x * (dx * dx) + shiftCost.y * (dy * dy))
  const [left, right] = [Math.max(-PATCH_RADIUS, -x), Math.min(PATCH_RADIUS, width - 1 - x)]
  const [top, bottom] = [Math.max(-PATCH_RADIUS, -y), Math.min(PATCH_RADIUS, height - 1 - y)]
  const count = (right - left + 1) * (bottom - top + 1)
  const limit = (best - base) * count
  let sum = 0
  for (let row = top; row <= bottom; row++) {
    const [a, b] = [target + row * width, source + row * width]
    for (let i = left; i <= right; i++)
      for (let c = 0; c < CHANNELS; c++)
        sum += ((features[CHANNELS * (a + i) + c] ?? 0) - (features[CHANNELS * (b + i) + c] ?? 0)) ** 2
    if (!(sum < limit)) return Number.POSITIVE_INFINITY
  }
  return base + sum / count
}

function vote(problem: SearchProblem, source: Int32Array, weights: Uint16Array): Uint32Array {
  const { width, height, features, targets } = problem
  const sums = new Uint32Array(CHANNELS * width * height)
  for (let k = 0; k < targets.length; k++) {
    const target = targets[k] ?? 0
    const [x, y] = [target % width, Math.floor(target / width)]
    for (let row = Math.max(-PATCH_RADIUS, -y); row <= Math.min(PATCH_RADIUS, height - 1 - y); row++)
      for (let i = Math.max(-PATCH_RADIUS, -x); i <= Math.min(PATCH_RADIUS, width - 1 - x); i++) {
        const [to, from] = [CHANNELS * (target + row * width + i), CHANNELS * ((source[k] ?? 0) + row * width + i)]
        for (let c = 0; c < CHANNELS; c++)
          sums[to + c] = (sums[to + c] ?? 0) + (weights[k] ?? 0) * (features[from + c] ?? 0)
      }
  }
  return sums
}
