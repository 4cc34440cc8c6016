import { expect, it } from 'vitest'
import { distanceInside } from '#client/kit/pixels/morphology.ts'
import { castShadows } from './castShadows.ts'
import { addShadows, fullSizeHole, IN_FRONT } from './holes.ts'
import { WorkingCopy } from './WorkingCopy.ts'

it("the opacity of a fill rises from the hole's edge over two thirds of the margin", () => {
  const size = { width: 2000, height: 900 } // the margin is 0.6% of the longer side: 12 px
  const coverage = new Uint8Array(size.width * size.height)
  for (let y = 0; y < 700; y++) for (let x = 300; x < 900 + y; x++) coverage[y * size.width + x] = (x + y) % 7
  const { hole, opacity } = fullSizeHole(coverage, size)
  const depth = distanceInside(hole, size)
  expect(Math.max(...new Set(depth))).toBeGreaterThan(255)
  const differing = opacity.findIndex((value, i) => value !== Math.min(255, Math.floor((255 * (depth[i] ?? 0)) / 9)))
  expect(differing).toBe(-1)
})

/**
 * Returns the hole of pixels 40..59 of a row of 100 px, with a margin of 3 px, next to a cutout that covers the pixels
 * selected by `beside`.
 */
function holeBeside(beside: (x: number) => number) {
  const coverageOf = (value: (x: number) => number) => Uint8Array.from({ length: 100 }, (_, x) => value(x))
  const object = coverageOf((x) => (x >= 40 && x < 60 ? 255 : 0))
  return fullSizeHole(object, { width: 100, height: 1 }, coverageOf(beside))
}

it("the margin of a fill doesn't cover a cutout next to the hole", () => {
  const alone = holeBeside(() => 0)
  const { opacity, kept } = holeBeside((x) => (x > 60 ? 255 : x === 60 ? 102 : 0))
  expect(alone.opacity.slice(60, 63)).toEqual(Uint8Array.of(255, 170, 85))
  expect(opacity.slice(60, 63)).toEqual(Uint8Array.of(153, 0, 0))
  expect(opacity.slice(0, 60)).toEqual(alone.opacity.slice(0, 60))
  expect(kept?.[61]).toBe(255)
})

it('a hole inside a cutout, such as a badge on a coat, is filled with pixels of the cutout', () => {
  const { hole, opacity } = holeBeside((x) => (x < 40 || x >= 60 ? 255 : 0))
  expect(hole.slice(36, 64)).toEqual(Uint8Array.from({ length: 28 }, (_, i) => (i > 0 && i < 27 ? IN_FRONT : 0)))
  expect(opacity).toEqual(holeBeside(() => 0).opacity)
})

it('a cutout keeps its share of the pixels at the soft edge between the cutout and the hole', () => {
  const size = { width: 100, height: 1 }
  const coverageOf = (value: (x: number) => number) => Uint8Array.from({ length: 100 }, (_, x) => value(x))
  const object = coverageOf((x) => (x >= 40 && x < 60 ? 255 : x === 60 ? 55 : 0))
  const { opacity } = fullSizeHole(
    object,
    size,
    coverageOf((x) => (x > 60 ? 255 : x === 60 ? 200 : 0)),
  )
  expect(opacity.slice(58, 63)).toEqual(Uint8Array.of(255, 255, 55, 0, 0))
})

/** Returns the kinds of the holes of discs with a radius of 20 px, next to a cutout that `isKept` describes. */
function kindsOfDiscs(
  isKept: (x: number, y: number) => boolean,
  ...discs: readonly (readonly [x: number, y: number])[]
) {
  const size = { width: 200, height: 150 }
  const maskOf = (isInside: (x: number, y: number) => boolean) =>
    Uint8Array.from({ length: size.width * size.height }, (_, at) =>
      isInside(at % size.width, Math.floor(at / size.width)) ? 255 : 0,
    )
  const coverage = maskOf((x, y) => discs.some(([left, top]) => Math.hypot(x - left, y - top) < 20))
  const beside = maskOf(isKept).map((value, at) => Math.min(value, 255 - (coverage[at] ?? 0)))
  const { hole } = fullSizeHole(coverage, size, beside)
  return discs.map(([x, y]) => hole[y * size.width + x])
}

it("a hole that cuts into a cutout is in front of the cutout, but a hole that only touches the cutout isn't", () => {
  const isRight = (x: number) => x >= 100
  expect(kindsOfDiscs(isRight, [98, 40])).toEqual([IN_FRONT])
  expect(kindsOfDiscs(isRight, [80, 40])).toEqual([1])
  expect(kindsOfDiscs(isRight, [98, 40], [40, 100]), 'each hole has its own kind').toEqual([IN_FRONT, 1])
  const isBall = (x: number, y: number) => Math.hypot(x - 125, y - 40) < 25
  expect(kindsOfDiscs(isBall, [82, 40])).toEqual([1])
})

it('the images of two kinds of holes exclude each other, even without the cutouts', () => {
  const size = { width: 60, height: 20 }
  const hole = Uint8Array.from({ length: 1200 }, (_, at) => (at % 60 < 10 ? 1 : at % 60 >= 50 ? IN_FRONT : 0))
  const copy = new WorkingCopy(size)
  copy.add(new Uint8ClampedArray(4800).fill(255), { x: 0, y: 0, ...size }, { hole, kept: null })
  const columns = copy.pictures().map((picture) => [picture.hole, picture.excluded, picture.other].map((m) => m?.[5]))
  expect(columns).toEqual([
    [1, 0, 0],
    [0, 1, 1],
  ])
})

/** Returns a box on a meadow (the hole) with the luma of the ground multiplied by `light`. */
function boxOnGround(light: (x: number, y: number) => number) {
  const size = { width: 160, height: 120 }
  const hole = new Uint8Array(size.width * size.height)
  const pixels = new Uint8Array(3 * hole.length)
  for (let at = 0; at < hole.length; at++) {
    const [x, y] = [at % size.width, Math.floor(at / size.width)]
    hole[at] = Number(x >= 60 && x < 90 && y >= 40 && y < 80)
    const grain = (x * 7 + y * 13) % 11
    for (const [c, value] of [90, 120, 60].entries()) pixels[3 * at + c] = (value + grain) * light(x, y)
  }
  return { ...size, pixels, hole }
}

const isInShadow = (x: number, y: number) => Math.hypot((x - 88) / 18, (y - 80) / 7) < 1
const shadeOf = (x: number, y: number) => (isInShadow(x, y) ? 0.55 : 1)

it('finds the shadow that an object casts on the ground', () => {
  const picture = boxOnGround(shadeOf)
  const shadows = castShadows(picture) ?? new Uint8Array()
  const isShadow = (x: number, y: number) => shadows[y * picture.width + x] === 1
  for (let at = 0; at < picture.hole.length; at++) {
    const [x, y] = [at % picture.width, Math.floor(at / picture.width)]
    if (isInShadow(x, y) && !picture.hole[at]) expect(isShadow(x, y), `${x} ${y}`).toBe(true)
    if (Math.hypot((x - 88) / 24, (y - 80) / 13) > 1) expect(isShadow(x, y), `${x} ${y}`).toBe(false)
  }
})

it.each([
  ['evenly lit ground', () => 1],
  ['ground with other dark patches', (x: number, y: number) => (x % 40 < 20 && y % 30 < 15 ? 0.55 : shadeOf(x, y))],
  ['a dark wall beside the object', (x: number, y: number) => (x >= 90 && x < 110 && y < 75 ? 0.55 : 1)],
])('finds no shadow on %s', (_, light) => {
  expect(castShadows(boxOnGround(light))).toBeNull()
})

it('a shadow extends the hole of the photo, and its edge is soft', () => {
  const { width, height, hole: cells } = boxOnGround(shadeOf)
  const full = { width: 2 * width, height: 2 * height }
  const coverage = Uint8Array.from({ length: full.width * full.height }, (_, at) => {
    const [x, y] = [at % full.width, Math.floor(at / full.width)]
    return cells[(y >> 1) * width + (x >> 1)] ? 255 : 0
  })
  const hole = fullSizeHole(coverage, full)
  const shadows = cells.map((isHole, at) => Number(!isHole && isInShadow(at % width, Math.floor(at / width))))
  addShadows(hole, { width, height, hole: cells }, shadows)
  const opacityAt = (x: number, y: number) => hole.opacity[y * full.width + x] ?? 0
  expect(opacityAt(2 * 96, 2 * 80)).toBe(255)
  expect(opacityAt(2 * 80, 2 * 80)).toBe(255) // the object's own edge
  expect(opacityAt(2 * 88, 2 * 90)).toBe(0)
  expect(new Set(hole.opacity).size).toBeGreaterThan(6)
  expect(hole.opacity.every((value, at) => value === 0 || hole.hole[at] === 1)).toBe(true)
})
