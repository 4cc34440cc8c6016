import { expect, it } from 'vitest'
import type { Rect } from '#client/kit/geometry/geometry.ts'
import type { DecodedMasks } from '../maskCandidates.ts'
import { type Plane, zeroPlane } from '../plane.ts'
import type { Prompt } from '../samPrompts.ts'
import { addWindow, findPeople, type PeopleNetworks, personWindows } from './findPeople.ts'

/** Size of the photo, which is also the size of its mask grid. */
const PHOTO = { width: 256, height: 192 }
const CERTAIN = 12

/** A simulated person, in grid px: a body and a head above the body. */
interface Drawn {
  head: Rect
  body: Rect
}

const drawn = (left: number, width = 50, height = 160): Drawn => ({
  head: { x: left + width / 4, y: 192 - height, width: width / 2, height: height / 4 },
  body: { x: left, y: 192 - (3 * height) / 4, width, height: (3 * height) / 4 },
})
const isIn = ({ x, y, width, height }: Rect, u: number, v: number) =>
  u >= x && u < x + width && v >= y && v < y + height
const isOf = ({ head, body }: Drawn, u: number, v: number) => isIn(head, u, v) || isIn(body, u, v)

/** Simulates SAM's masks for a click at (u, v). Returns the rectangles of part, object and whole. */
type Draw = (u: number, v: number) => [Rect[], Rect[], Rect[]]

const rectsOf = ({ head, body }: Drawn) => [head, body]

/** Returns SAM's masks as [4, 256, 256] logits. The first and the last mask are the whole. */
function decoded(masks: readonly Rect[][], outside = -CERTAIN): DecodedMasks {
  const [, , whole = []] = masks
  const logits = new Float32Array(4 * 65_536).fill(outside)
  for (const [i, rects] of [whole, ...masks].entries())
    for (const { x, y, width, height } of rects)
      for (let v = Math.round(y); v < Math.round(y + height); v++) {
        const row = i * 65_536 + v * 256
        logits.fill(CERTAIN, row + Math.round(x), row + Math.round(x + width))
      }
  return { masks: logits, predictedIou: Float32Array.of(0.9, 0.95, 0.95, 0.9) }
}

/** Simulates the person network. Returns the map of the given people, in the photo or in a window. */
function personMap(people: readonly Drawn[], window: Rect | null): Plane {
  const { x, y, width, height } = window ?? { x: 0, y: 0, ...PHOTO }
  const map = zeroPlane({ width: 256, height: 256 })
  for (let i = 0; i < map.values.length; i++) {
    const [u, v] = [x + (((i % 256) + 0.5) / 256) * width, y + ((Math.floor(i / 256) + 0.5) / 256) * height]
    map.values[i] = people.some((person) => isOf(person, u, v)) ? 1 : 0
  }
  return map
}

/** Finds people with these person maps. SAM returns the mask of `person` for every prompt. */
const foundWith = (map: PeopleNetworks['personMap'], person: Drawn, outside?: number) => {
  const rects = rectsOf(person)
  return findPeople({ personMap: map, decode: async () => decoded([rects, rects, rects], outside) }, PHOTO)
}

function found(people: readonly Drawn[], draw: Draw, prompts: Prompt[] = []) {
  return findPeople(
    {
      personMap: async (window) => personMap(people, window),
      decode: async (prompt) => {
        prompts.push(prompt)
        const [first, second] = prompt.points
        if (first?.kind !== 'box-start' || !second) return decoded(draw(first!.x / 4, first!.y / 4))
        // a box prompt encloses either one person or all people
        const own = people.find(
          ({ body }) => Math.abs(4 * body.x - first.x) < 8 && Math.abs(4 * (body.x + body.width) - second.x) < 8,
        )
        return decoded([[], [], own ? rectsOf(own) : people.flatMap(rectsOf)])
      },
    },
    PHOTO,
  )
}

const iou = ({ values }: Plane, person: Drawn) => {
  let [both, either] = [0, 0]
  for (let i = 0; i < values.length; i++) {
    const [a, b] = [values[i]! > 0, isOf(person, (i % 256) + 0.5, Math.floor(i / 256) + 0.5)]
    if (a && b) both++
    if (a || b) either++
  }
  return both / either
}

/**
 * Simulates SAM's masks for a click: a part of the person, the person as the object, and again as the whole. For clicks
 * next to the people or near the lower edge, the whole is all people.
 */
const drawing =
  (people: readonly Drawn[]): Draw =>
  (u, v) => {
    const own = people.find((person) => isOf(person, u, v))
    const everybody = people.flatMap(rectsOf)
    if (!own) return [[], [], everybody]
    return [[isIn(own.head, u, v) ? own.head : own.body], rectsOf(own), v > 165 ? everybody : rectsOf(own)]
  }

it('findPeople finds three touching people from left to right', async () => {
  const people = [drawn(20), drawn(70, 60, 120), drawn(130, 70, 180)]
  const masks = await found(people, drawing(people))
  expect(masks).toHaveLength(3)
  for (const [i, person] of people.entries()) expect(iou(masks[i]!, person)).toBeGreaterThan(0.95)
  for (let i = 0; i < masks[0]!.values.length; i++)
    expect(masks.filter(({ values }) => values[i]! > 0).length).toBeLessThan(2)
})

it('findPeople joins a head and a body that SAM separates into one person', async () => {
  const person = drawn(90)
  const masks = await found([person], (u, v) => {
    const part = isIn(person.head, u, v) ? [person.head] : [person.body]
    return [part, part, part]
  })
  expect(masks).toHaveLength(1)
  expect(iou(masks[0]!, person)).toBeGreaterThan(0.95)
})

it("a person's mask doesn't contain uncertain areas far away from the person", async () => {
  const person = drawn(90)
  const masks = await foundWith(async (window) => personMap([person], window), person, -2)
  expect(masks).toHaveLength(1)
  const { values } = masks[0]!
  expect([values[180 * 256 + 88], values[180 * 256 + 100]]).toEqual([-2, CERTAIN])
  expect([values[180 * 256 + 80], values[10 * 256 + 10]]).toEqual([-20, -20])
})

it('findPeople finds a small person by enlarging a section of the photo', async () => {
  const small = drawn(200, 24, 60)
  const isSmallest = (window: Rect | null) => window !== null && window.width <= 0.6 * PHOTO.height + 1
  const masks = await foundWith(async (window) => personMap(isSmallest(window) ? [small] : [], window), small)
  expect(masks).toHaveLength(1)
  expect(iou(masks[0]!, small)).toBeGreaterThan(0.9)
})

it("findPeople doesn't prompt SAM if the person map is empty", async () => {
  const prompts: Prompt[] = []
  expect(await found([], drawing([]), prompts)).toEqual([])
  expect(prompts).toEqual([])
})

it('findPeople ignores an object that is found as a person only in the largest windows', async () => {
  const thing = drawn(100)
  const isLargest = (window: Rect | null) => window?.width === PHOTO.height
  expect(await foundWith(async (window) => personMap(isLargest(window) ? [thing] : [], window), thing)).toEqual([])
})

it('personWindows covers photos of any aspect ratio with overlapping windows', () => {
  for (const photo of [PHOTO, { width: 300, height: 300 }, { width: 200, height: 900 }, { width: 30, height: 1200 }])
    for (const windows of personWindows(photo)) {
      const map = zeroPlane(photo)
      const ones = { ...zeroPlane({ width: 4, height: 4 }), values: new Float32Array(16).fill(1) }
      for (const window of windows) addWindow(map, ones, window, photo)
      expect(map.values.every((value) => value === 1)).toBe(true)
    }
})

it.each([
  [4000, 3000, [2, 12]],
  [3000, 500, [10, 48]],
  [12_000, 300, [16, 48]],
  [300, 12_000, [16, 48]],
])('a photo of %i × %i px gets at most 16 windows of a size along a side', (width, height, counts) => {
  expect(personWindows({ width, height }).map(({ length }) => length)).toEqual(counts)
})
