import { expect, it } from 'vitest'
import { alternativeAtStart, alternativeMasks, isInDoubt, startOfAlternative } from './alternativeMasks.ts'
import { type Plane, zeroPlane } from './plane.ts'

const SIZE = { width: 100, height: 50 }

/** Returns a map with `value` between two columns and 0 elsewhere. */
function columns(from: number, to: number, value = 1): Plane {
  const plane = zeroPlane(SIZE)
  for (let i = 0; i < plane.values.length; i++)
    if (i % SIZE.width >= from && i % SIZE.width < to) plane.values[i] = value
  return plane
}

it('isInDoubt returns true for a mask with a large area of uncertain probabilities', () => {
  expect(isInDoubt(columns(20, 60))).toBe(false)
  const grayEdge = columns(20, 60)
  for (let y = 0; y < SIZE.height; y++) grayEdge.values[y * SIZE.width + 60] = 0.4
  expect(isInDoubt(grayEdge)).toBe(false)
  const grayPart = columns(20, 60)
  for (let y = 0; y < SIZE.height; y++) grayPart.values.fill(0.4, y * SIZE.width + 60, y * SIZE.width + 66)
  expect(isInDoubt(grayPart)).toBe(true)
})

it('isInDoubt returns true for a mask with the probability 0.3 everywhere', () => {
  expect(isInDoubt(columns(0, 100, 0.3))).toBe(true)
})

/** Returns the alternative masks, each as its first column and the column after its last, such as '50-80'. */
function alternatives(found: Plane, networkMaps: Plane[], drawn: Plane[] = []): string[] {
  const estimate = { prior: found, logits: null, edits: [] }
  const candidates = drawn.map((map) => ({
    logits: { ...map, values: map.values.map((v) => 24 * v - 12) },
    score: 0.9,
  }))
  return alternativeMasks({ found: { estimate, map: found }, networkMaps, candidates }).map(({ map }) => {
    const row = [...map.values.subarray(0, SIZE.width)].map((value) => value > 0.5)
    return `${row.indexOf(true)}-${row.lastIndexOf(true) + 1}`
  })
}

it('alternativeMasks returns the mask of each network, the most certain mask first', () => {
  const unclear = columns(20, 90, 0.6)
  const clear = columns(50, 80, 0.95)
  expect(alternatives(columns(20, 60), [unclear, clear])).toEqual(['50-80', '20-90'])
})

it('alternativeMasks also returns the automatic mask plus or minus a SAM mask', () => {
  const part = columns(40, 60)
  expect(alternatives(columns(20, 60), [columns(20, 46, 0.9)], [part])).toEqual(['20-46', '20-40'])
  expect(alternatives(columns(20, 40), [columns(20, 67, 0.9)], [part])).toEqual(['20-67', '20-60'])
})

it('alternativeMasks omits a mask that is almost equal to another mask', () => {
  const nearlyFound = columns(20, 63) // the found mask covers 93% of this mask
  const second = columns(20, 90)
  const nearlySecond = columns(20, 86, 0.9) // this mask covers 94% of the second mask
  expect(alternatives(columns(20, 60), [nearlyFound, second, nearlySecond])).toEqual(['20-90'])
})

it('alternativeMasks omits empty masks and masks of the whole photo', () => {
  expect(alternatives(columns(20, 60), [zeroPlane(SIZE), columns(0, 100), columns(10, 50, 0.4)])).toEqual([])
})

it("alternativeAtStart returns null for a number that doesn't belong to an alternative mask", () => {
  const alternatives = [10, 20].map((from) => {
    const map = columns(from, 60)
    return { estimate: { prior: map, logits: null, edits: [] }, map }
  })
  const starts = alternatives.map((_, rank) => startOfAlternative(rank))
  expect(starts).toEqual([-1, -2])
  expect(starts.map((start) => alternativeAtStart(alternatives, start))).toEqual(alternatives)
  for (const candidate of [0, 1, 12, 300]) expect(alternativeAtStart(alternatives, candidate)).toBeNull()
  expect(alternativeAtStart(alternatives, startOfAlternative(2))).toBeNull()
})
