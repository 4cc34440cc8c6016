import { expect, it } from 'vitest'
import type { Drawings } from './maskCandidates.ts'
import { LOOKS, type Look } from './testTimeAugmentation.ts'
import { believed } from './matteRows.ts'
import { findSubject, type Networks } from './findSubject.ts'
import { emptyPlane, type Plane } from './plane.ts'

const PHOTO = { width: 400, height: 300 }

/** 1 within these shares of the width, 0 elsewhere. */
function band(side: number, from: number, to: number, value = 1): Plane {
  const plane = emptyPlane({ width: side, height: side })
  for (let i = 0; i < side * side; i++) if (i % side >= from * side && i % side < to * side) plane.values[i] = value
  return plane
}

/** SAM answers every prompt with the same four bands of the grid, which is 256 wide here. */
function drawings(from: number, to: number): Drawings {
  const masks = new Float32Array(4 * 65_536).fill(-12)
  for (let i = 0; i < masks.length; i++) if (i % 256 >= from * 256 && i % 256 < to * 256) masks[i] = 12
  return { masks, quality: Float32Array.of(0.95, 0.9, 0.5, 0.2) }
}

const networks = (more: Partial<Networks> = {}): Networks => ({
  saliency: async ({ side }) => band(side, 0.25, 0.55, 0.9), // sees the left part only
  people: null,
  decode: async () => drawings(0.25, 0.6),
  detail: null,
  ...more,
})

const at = (map: Plane, x: number) => map.values[100 * 400 + Math.round(400 * x)]!

it('lets SAM complete what U2-NetP saw, and keeps out what neither saw', async () => {
  const done: number[] = []
  const { belief, agreement, candidates } = await findSubject(networks(), PHOTO, (share) => done.push(share))
  expect(candidates).toHaveLength(1)
  expect(agreement).toBeGreaterThan(0.7)
  const map = believed(belief, PHOTO)
  expect(at(map, 0.4)).toBeGreaterThan(0.99)
  expect(at(map, 0.58)).toBeGreaterThan(0.4)
  expect(at(map, 0.8)).toBeLessThan(0.01)
  expect(done.at(-1)).toBe(1)
})

it('shows the photo to U2-NetP in every way there is', async () => {
  const asked: Look[] = []
  const saliency = async (look: Look) => {
    asked.push(look)
    return band(look.side, 0.25, 0.55)
  }
  await findSubject(networks({ saliency }), PHOTO)
  expect(asked).toEqual(LOOKS)
})

it('hardly listens to a look that nothing drawn agrees with', async () => {
  const saliency = async ({ side, margin }: Look) => (margin > 0 ? band(side, 0.7, 0.95) : band(side, 0.25, 0.6, 0.9))
  const { belief } = await findSubject(networks({ saliency }), PHOTO)
  expect(at(believed(belief, PHOTO), 0.8)).toBeLessThan(0.001)
})

it('sees a person whole where U2-NetP saw a part', async () => {
  const found = async (people: Networks['people']) => {
    const decode = async () => drawings(0.25, 0.75)
    const { belief } = await findSubject(networks({ people, decode }), PHOTO)
    return at(believed(belief, PHOTO), 0.7)
  }
  const alone = await found(null)
  expect(await found(async () => band(256, 0.25, 0.75))).toBeGreaterThan(alone + 0.1)
  expect(await found(async () => band(256, 0.25, 0.26))).toBe(alone)
})

it('leaves no crumb beside the subject', async () => {
  const speck = ({ side }: Look) => {
    const map = band(side, 0.25, 0.6, 0.9)
    const y = Math.round(0.5 * side)
    for (let i = 0; i < 3; i++) map.values.fill(1, (y + i) * side + 0.8 * side, (y + i) * side + 0.81 * side)
    return map
  }
  const decode = async () => ({ ...drawings(0, 1), quality: Float32Array.of(0.1, 0.1, 0.1, 0.1) })
  const { belief } = await findSubject(networks({ saliency: async (look) => speck(look), decode }), PHOTO)
  const map = believed(belief, PHOTO)
  expect(Math.max(...map.values.filter((_, i) => i % 400 > 280))).toBeLessThan(0.1)
  expect(at(map, 0.4)).toBeCloseTo(0.9)
})

it('believes U2-NetP alone where SAM draws nothing good', async () => {
  const decode = async () => ({ ...drawings(0, 1), quality: Float32Array.of(0.1, 0.1, 0.1, 0.1) })
  const { belief, candidates } = await findSubject(networks({ decode }), PHOTO)
  expect(candidates).toEqual([])
  expect(at(believed(belief, PHOTO), 0.4)).toBeCloseTo(0.9)
})

it('trusts the finer network the more, the better SAM’s drawings agree with it', async () => {
  const found = async (from: number, to: number) => {
    const { belief } = await findSubject(networks({ detail: async () => band(1024, from, to) }), PHOTO)
    return believed(belief, PHOTO)
  }
  expect(at(await found(0.25, 0.6), 0.58)).toBeGreaterThan(0.7)
  expect(at(await found(0.7, 0.9), 0.8)).toBeLessThan(0.05)
})
