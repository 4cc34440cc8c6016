import { expect, it } from 'vitest'
import { findSubject, type Networks } from './findSubject.ts'
import type { DecodedMasks } from './maskCandidates.ts'
import { probabilityMap } from './maskEstimate.ts'
import { type Plane, zeroPlane } from './plane.ts'
import { AUGMENTATIONS, type Augmentation } from './testTimeAugmentation.ts'

const PHOTO = { width: 400, height: 300 }

/** Returns a map with `value` between two fractions of the width and 0 elsewhere. */
function band(side: number, from: number, to: number, value = 1): Plane {
  const plane = zeroPlane({ width: side, height: side })
  for (let i = 0; i < side * side; i++) if (i % side >= from * side && i % side < to * side) plane.values[i] = value
  return plane
}

/**
 * Returns SAM's output for every prompt: four equal masks on the grid, which is 256 px wide. Each mask is a band
 * between these fractions of the width.
 */
function decodedMasks(from: number, to: number, outside = -12): DecodedMasks {
  const masks = new Float32Array(4 * 65_536).fill(outside)
  for (let i = 0; i < masks.length; i++) if (i % 256 >= from * 256 && i % 256 < to * 256) masks[i] = 12
  return { masks, predictedIou: Float32Array.of(0.95, 0.9, 0.5, 0.2) }
}

const networks = (more: Partial<Networks> = {}): Networks => ({
  rgb: [zeroPlane(PHOTO), zeroPlane(PHOTO), zeroPlane(PHOTO)],
  saliency: async ({ side }) => band(side, 0.25, 0.55, 0.9), // this saliency map covers only the left part
  personMap: null,
  decode: async () => decodedMasks(0.25, 0.6),
  ...more,
})

/** SAM's output when no mask is good. */
const NO_GOOD_MASK = { ...decodedMasks(0, 1), predictedIou: Float32Array.of(0.1, 0.1, 0.1, 0.1) }

const at = (map: Plane, x: number) => map.values[100 * 400 + Math.round(400 * x)]!

it('SAM’s masks complete a subject that U2-NetP finds only in part', async () => {
  const done: number[] = []
  const { estimate, candidates } = await findSubject(networks(), PHOTO, (share) => done.push(share))
  expect(candidates).toHaveLength(1)
  const map = probabilityMap(estimate, PHOTO)
  expect(at(map, 0.4)).toBeGreaterThan(0.99)
  expect(at(map, 0.58)).toBeGreaterThan(0.4)
  expect(at(map, 0.8)).toBeLessThan(0.01)
  expect(done.at(-1)).toBe(1)
})

it('U2-NetP runs only the augmentations that the prompts need before the prompts are decoded', async () => {
  const runs: (Augmentation | 'prompts')[] = []
  const saliency = async (augmentation: Augmentation) => {
    runs.push(augmentation)
    return band(augmentation.side, 0.25, 0.55)
  }
  const decode = async () => {
    if (!runs.includes('prompts')) runs.push('prompts')
    return decodedMasks(0.25, 0.6)
  }
  await findSubject(networks({ saliency, decode }), PHOTO)
  const [first, second, third, fourth] = AUGMENTATIONS
  expect(runs).toEqual([first, third, 'prompts', second, fourth])
})

it('an augmentation that contradicts SAM’s masks hardly affects the result', async () => {
  const saliency = async ({ side, padding }: Augmentation) =>
    padding > 0 ? band(side, 0.7, 0.95) : band(side, 0.25, 0.6, 0.9)
  const { estimate } = await findSubject(networks({ saliency }), PHOTO)
  expect(at(probabilityMap(estimate, PHOTO), 0.8)).toBeLessThan(0.001)
})

it('SAM’s masks complete a person only if the person map contains that person', async () => {
  const found = async (personMap: Networks['personMap']) => {
    const decode = async () => decodedMasks(0.25, 0.75)
    const { estimate } = await findSubject(networks({ personMap, decode }), PHOTO)
    return at(probabilityMap(estimate, PHOTO), 0.7)
  }
  const alone = await found(null)
  expect(await found(async () => band(256, 0.25, 0.75))).toBeGreaterThan(alone + 0.1)
  expect(await found(async () => band(256, 0.25, 0.26))).toBe(alone)
})

it('small islands next to the subject are removed from the mask', async () => {
  const speck = ({ side }: Augmentation) => {
    const map = band(side, 0.25, 0.6, 0.9)
    const y = Math.round(0.5 * side)
    for (let i = 0; i < 3; i++) map.values.fill(1, (y + i) * side + 0.8 * side, (y + i) * side + 0.81 * side)
    return map
  }
  const saliency = async (augmentation: Augmentation) => speck(augmentation)
  const { estimate } = await findSubject(networks({ saliency, decode: async () => NO_GOOD_MASK }), PHOTO)
  const map = probabilityMap(estimate, PHOTO)
  expect(Math.max(...map.values.filter((_, i) => i % 400 > 280))).toBeLessThan(0.1)
  expect(at(map, 0.4)).toBeCloseTo(0.9)
})

it('a blotch in the later saliency maps is removed unless the subject is in doubt', async () => {
  const found = async (to: number) => {
    const saliency = async ({ side, isPromptSource }: Augmentation) => {
      const map = band(side, 0.25, 0.55)
      const [top, bottom] = isPromptSource ? [0, 0] : [0.25 * side, 0.45 * side]
      for (let y = top; y < bottom; y++) map.values.fill(0.8, y * side + 0.7 * side, y * side + to * side)
      return map
    }
    const { estimate, isInDoubt } = await findSubject(networks({ saliency, decode: async () => NO_GOOD_MASK }), PHOTO)
    return { isInDoubt, probability: at(probabilityMap(estimate, PHOTO), 0.75) }
  }
  const sure = await found(0.8)
  expect(sure.isInDoubt).toBe(false)
  expect(sure.probability).toBeLessThan(0.01)
  const unsure = await found(0.95)
  expect(unsure.isInDoubt).toBe(true)
  expect(unsure.probability).toBeCloseTo(0.4)
})

it('findSubject returns the masks of single networks and people as alternatives', async () => {
  const maskSums = async (more: Partial<Networks>) => {
    const own = networks({ decode: async () => decodedMasks(0.25, 0.55), ...more })
    const { map, alternatives } = await findSubject(own, PHOTO)
    return [map, ...alternatives.map((one) => one.map)].map(({ width, height, values }) => [
      width,
      height,
      Math.round((100 * values.filter((value) => value > 0.5).length) / values.length),
    ])
  }
  // each network's map equals the automatic mask, so there is no alternative
  expect(await maskSums({})).toEqual([[256, 192, 30]])
  const saliency: Networks['saliency'] = async ({ side, padding }) => band(side, 0.25, padding > 0 ? 0.75 : 0.55, 0.9)
  expect(await maskSums({ saliency, personMap: async () => band(256, 0.6, 0.8) })).toEqual([
    [256, 192, 30],
    [256, 192, 20],
    [256, 192, 50],
  ])
})

it('findSubject reports doubt if SAM rejects a part of the saliency map', async () => {
  const doubt = async (to: number) =>
    (await findSubject(networks({ decode: async () => decodedMasks(0.25, to, -4) }), PHOTO)).isInDoubt
  expect(await doubt(0.55)).toBe(false)
  expect(await doubt(0.4)).toBe(true)
})

it("if SAM doesn't return any good mask, the subject is U2-NetP's mask", async () => {
  const { estimate, candidates } = await findSubject(networks({ decode: async () => NO_GOOD_MASK }), PHOTO)
  expect(candidates).toEqual([])
  expect(at(probabilityMap(estimate, PHOTO), 0.4)).toBeCloseTo(0.9)
})
