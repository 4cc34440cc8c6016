import type { GridMask } from '#client/media/segmenter/segmentation.ts'

/** Minimum coverage of a px that the fill replaces. */
const COVERED = 5
/** Passes of the smoothing inside the hole. */
const SMOOTHINGS = 4

/**
 * Fills the covered px of a reduced photo with the colours around them, as a placeholder for the computed background.
 * Fills from the rim inwards with the mean of the known neighbours, then smooths. Returns straight RGBA, row-major,
 * transparent outside the hole. `photo`: straight RGBA of the mask's size.
 */
export function placeholderFill(photo: Uint8ClampedArray, mask: GridMask): Uint8ClampedArray<ArrayBuffer> {
  const { width, height, coverage } = mask
  const filled = new Uint8ClampedArray(photo)
  const hole: number[] = []
  for (let at = 0; at < coverage.length; at++) if ((coverage[at] ?? 0) >= COVERED) hole.push(at)
  const isUnknown = new Uint8Array(coverage.length)
  for (const at of hole) isUnknown[at] = 1
  const neighbours = (at: number) => {
    const [x, y] = [at % width, Math.floor(at / width)]
    return [
      ...(x > 0 ? [at - 1] : []),
      ...(x < width - 1 ? [at + 1] : []),
      ...(y > 0 ? [at - width] : []),
      ...(y < height - 1 ? [at + width] : []),
    ]
  }
  const setToMean = (at: number, from: readonly number[]) => {
    for (let channel = 0; channel < 3; channel++)
      filled[4 * at + channel] = from.reduce((sum, near) => sum + (filled[4 * near + channel] ?? 0), 0) / from.length
  }
  let left = hole
  for (let rim = rimOf(left); rim.length > 0; rim = rimOf(left)) {
    for (const at of rim) setToMean(at, knownAround(at))
    for (const at of rim) isUnknown[at] = 0
    left = left.filter((at) => isUnknown[at])
  }
  for (let pass = 0; pass < SMOOTHINGS; pass++) for (const at of hole) setToMean(at, neighbours(at))
  const out = new Uint8ClampedArray(filled.length)
  for (const at of hole) {
    out.set(filled.subarray(4 * at, 4 * at + 3), 4 * at)
    out[4 * at + 3] = 255
  }
  return out

  function knownAround(at: number) {
    return neighbours(at).filter((near) => !isUnknown[near])
  }
  function rimOf(unknown: readonly number[]) {
    return unknown.filter((at) => knownAround(at).length > 0)
  }
}
