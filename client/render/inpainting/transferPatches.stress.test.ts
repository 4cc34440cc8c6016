import { expect, it } from 'vitest'
import { plainPatchKernel } from './fixtures/plainPatchKernel.ts'
import { fullSizeHole, IN_FRONT } from './holes.ts'
import { solveInpainting } from './solveInpainting.ts'
import { holeTiles, PhotoTiles, sourceTiles, transferTile } from './transferPatches.ts'
import { WorkingCopy, workingSize } from './WorkingCopy.ts'

const SIZE = { width: 300, height: 260 }
const ROWS = 64
const stripe = (x: number, y: number) => [(7 * x) % 256, (5 * y) % 256, ((x >> 3) ^ (y >> 3)) & 255, 255]

/** Returns a photo in strips with a covered square in its middle. */
function example() {
  const { width, height } = SIZE
  const strips: Uint8ClampedArray[] = []
  for (let y = 0; y < height; y += ROWS) {
    const rows = Math.min(ROWS, height - y)
    const at = Array.from({ length: rows * width }, (_, i) => stripe(i % width, y + Math.floor(i / width)))
    strips.push(Uint8ClampedArray.from(at.flat()))
  }
  const coverage = new Uint8Array(width * height)
  for (let y = 110; y < 150; y++) coverage.fill(255, y * width + 120, y * width + 170)
  return { strips, coverage, hole: fullSizeHole(coverage, SIZE) }
}

/** Solves the inpainting at the photo's full size: a photo of up to 512 px is not reduced for the solver. */
function smallSolution({ strips, hole }: ReturnType<typeof example>) {
  const copy = new WorkingCopy(SIZE)
  for (const [i, strip] of strips.entries()) copy.add(strip, rectOf(i), hole)
  const solution = solveInpainting(copy.picture(), { kernel: plainPatchKernel, seed: 0 })
  if (!solution) throw new Error('no solution')
  return solution
}

const rectOf = (strip: number) => {
  const y = strip * ROWS
  return { x: 0, y, width: SIZE.width, height: Math.min(ROWS, SIZE.height - y) }
}

/** Fills the tiles with pixels from strips. */
function filled(tiles: PhotoTiles, strips: readonly Uint8ClampedArray[]): PhotoTiles {
  for (const [i, strip] of strips.entries()) tiles.add(strip, rectOf(i))
  return tiles
}

function allTiles(): PhotoTiles {
  const tiles = new PhotoTiles(SIZE)
  tiles.include({ x: 0, y: 0, ...SIZE })
  return tiles
}

it('the filled hole extends 3 px beyond the matte', () => {
  const { coverage, hole } = example()
  for (const [i, value] of coverage.entries()) if (value > 0) expect(hole.opacity[i]).toBe(255)
  const size = hole.hole.reduce((sum, value) => sum + value, 0)
  expect(size).toBe(56 * 46) // the square with the hole's margin of three px on each side
  expect(hole.opacity[107 * SIZE.width + 117]).toBeLessThan(128)
})

it('a completely covered matte is filled everywhere', () => {
  const full = fullSizeHole(new Uint8Array(64).fill(255), { width: 8, height: 8 })
  expect([...new Set(full.opacity)]).toEqual([255])
})

it('a matte without coverage is not filled', () => {
  expect([...new Set(fullSizeHole(new Uint8Array(64).fill(4), { width: 8, height: 8 }).hole)]).toEqual([0])
})

it('filling tile by tile equals filling the whole photo', () => {
  const { strips, hole, coverage } = example()
  const solution = smallSolution({ strips, hole, coverage })
  const whole = transferTile({ x: 0, y: 0, ...SIZE }, filled(allTiles(), strips), hole, solution)
  const photo = filled(sourceTiles(hole, solution), strips)
  const tiles = holeTiles(hole)
  expect(tiles.length).toBeGreaterThan(1)
  for (const tile of tiles) {
    const { rgba } = transferTile(tile, photo, hole, solution)
    for (let y = 0; y < tile.height; y++) {
      const from = 4 * ((tile.y + y) * SIZE.width + tile.x)
      const row = rgba.subarray(4 * y * tile.width, 4 * (y + 1) * tile.width)
      expect(Buffer.compare(row, whole.rgba.subarray(from, from + 4 * tile.width))).toBe(0)
    }
  }
  let [changed, spoiled] = [0, 0]
  for (let i = 0; i < SIZE.width * SIZE.height; i++) {
    const before = stripe(i % SIZE.width, Math.floor(i / SIZE.width))
    if (before.every((value, channel) => value === whole.rgba[4 * i + channel])) continue
    if (hole.hole[i] === 0) spoiled++
    else changed++
  }
  expect(spoiled).toBe(0)
  expect(changed).toBeGreaterThan(1000)
})

it('color offsets change the colors of copied pixels, but not their alpha', () => {
  const { strips, hole } = example()
  const source = Int32Array.from(hole.hole, (isHole, at) => (isHole ? at + 60 : -1))
  const photo = filled(allTiles(), strips)
  const pixelWith = (offset: number) => {
    const offsets = new Float32Array(3 * source.length).fill(offset)
    const solution = { ...SIZE, source, offsets, rgb: new Uint8Array() }
    return [...transferTile({ x: 145, y: 130, width: 1, height: 1 }, photo, hole, solution).rgba]
  }
  const [r = 0, g = 0, b = 0] = stripe(205, 130)
  expect(pixelWith(-3)).toEqual([r - 3, g - 3, b - 3, 255])
  expect(pixelWith(300)).toEqual([255, 255, 255, 255])
})

it('filling a hole in a large photo reads only the tiles near the hole', () => {
  const size = { width: 1500, height: 1000 }
  const small = { width: 150, height: 100 }
  const coverage = new Uint8Array(size.width * size.height)
  for (let y = 30; y < 240; y++) coverage.fill(255, y * size.width, y * size.width + 300)
  const hole = fullSizeHole(coverage, size)
  const source = new Int32Array(small.width * small.height).fill(-1)
  for (let y = 0; y < 27; y++)
    for (let x = 0; x < 34; x++)
      source[y * small.width + x] = (40 + ((7 * x + y) % 9)) * small.width + 25 + ((x + 3 * y) % 20) + (x > 16 ? 70 : 0)
  const offsets = new Float32Array(3 * source.length)
  const solution = { ...small, source, offsets, rgb: new Uint8Array(3 * source.length) }
  const rgba = new Uint8ClampedArray(4 * coverage.length)
  for (let i = 0; i < rgba.length; i++) rgba[i] = (i * 31 + (i >> 11)) % 256
  const rect = { x: 0, y: 0, ...size }
  const [all, some] = [new PhotoTiles(size), sourceTiles(hole, solution)]
  all.include(rect)
  for (const tiles of [all, some]) tiles.add(rgba, rect)
  const filledBy = (photo: PhotoTiles) => holeTiles(hole).map((tile) => transferTile(tile, photo, hole, solution))
  expect(filledBy(some)).toEqual(filledBy(all))
  expect([0, 500, 900].map((top) => some.needsRows(top, 100))).toEqual([true, true, false])
})

it('the reduced copy of a photo has at most 512 px per side, in strips of any height', () => {
  expect(workingSize({ width: 4000, height: 3000 })).toEqual({ width: 512, height: 384 })
  expect(workingSize({ width: 300, height: 3 })).toEqual({ width: 300, height: 3 })
  const size = { width: 1024, height: 2 }
  const rgba = Uint8ClampedArray.from({ length: 4 * 2048 }, (_, i) => (i % 4 === 3 ? 255 : (i >> 2) % 7))
  const hole = new Uint8Array(2048)
  hole[5] = 1
  const whole = new WorkingCopy(size)
  whole.add(rgba, { x: 0, y: 0, ...size }, { hole, kept: null })
  const parts = new WorkingCopy(size)
  for (const y of [0, 1])
    parts.add(rgba.subarray(4096 * y, 4096 * (y + 1)), { x: 0, y, width: 1024, height: 1 }, { hole, kept: null })
  expect(parts.picture()).toEqual(whole.picture())
  expect([...whole.picture().hole.keys()].filter((i) => whole.picture().hole[i])).toEqual([2])
  // (0 + 1 + 1024 % 7 + 1025 % 7) / 4, rounded
  expect(whole.picture().pixels[0]).toBe(2)
})

/** Returns the copy of a dark photo whose right half is transparent, with a hole at columns `left`..`left + 9`. */
function halfTransparent(left: number) {
  const size = { width: 60, height: 20 }
  const rgba = Uint8ClampedArray.from({ length: 4 * 1200 }, (_, i) => {
    const isOpaque = (i >> 2) % 60 < 30
    return isOpaque ? [20, 30, 40, 255][i % 4]! : 0
  })
  const hole = Uint8Array.from({ length: 1200 }, (_, at) => (at % 60 >= left && at % 60 < left + 10 ? 1 : 0))
  const copy = new WorkingCopy(size)
  copy.add(rgba, { x: 0, y: 0, ...size }, { hole, kept: null })
  return copy.picture()
}

it('transparent pixels are not used to fill a hole in the opaque part of the photo', () => {
  const { excluded } = halfTransparent(10)
  expect([29, 30, 59].map((at) => excluded?.[at])).toEqual([0, 1, 1])
  const solution = solveInpainting(halfTransparent(10), { kernel: plainPatchKernel, seed: 0 })
  const sources = [...(solution?.source ?? [])].filter((from) => from >= 0)
  expect(sources).toHaveLength(200)
  expect(sources.every((from) => from % 60 < 30)).toBe(true)
})

it('transparent pixels may fill a hole in the transparent part of the photo', () => {
  expect(halfTransparent(45).excluded).toBeUndefined()
})

it('pixels of a cutout next to the hole are not used to fill the hole', () => {
  const size = { width: 60, height: 20 }
  const of = (from: number, to: number) =>
    Uint8Array.from({ length: 1200 }, (_, at) => (at % 60 >= from && at % 60 < to ? 255 : 0))
  const copy = new WorkingCopy(size)
  copy.add(
    new Uint8ClampedArray(4 * 1200).fill(255),
    { x: 0, y: 0, ...size },
    fullSizeHole(of(20, 30), size, of(32, 50)),
  )
  const { excluded } = copy.picture()
  expect([19, 31, 32, 33, 49, 50].map((at) => excluded?.[at])).toEqual([0, 0, 0, 1, 1, 0])
})

it('a hole in front of a cutout is filled from the cutout, but a hole next to the cutout is not', () => {
  const size = { width: 60, height: 20 }
  const of = (from: number, to: number) =>
    Uint8Array.from({ length: 1200 }, (_, at) => (at % 60 >= from && at % 60 < to ? 255 : 0))
  const hole = of(10, 20).map((isHole, at) => (isHole ? 1 : at % 60 >= 40 && at % 60 < 50 ? IN_FRONT : 0))
  const copy = new WorkingCopy(size)
  copy.add(new Uint8ClampedArray(4 * 1200).fill(255), { x: 0, y: 0, ...size }, { hole, kept: of(30, 60) })
  const masks = copy
    .pictures()
    .map((picture) => [5, 15, 35, 45].map((at) => [picture.hole[at], picture.excluded?.[at]]))
  const [own, no, excluded] = [
    [1, 0],
    [0, 0],
    [0, 1],
  ]
  expect(masks).toEqual([
    [no, own, excluded, excluded],
    [no, excluded, no, own],
  ])
})

it("a cutout next to the hole is excluded even if the rest of the hole's edge is transparent", () => {
  const size = { width: 40, height: 9 }
  // the left third is transparent, the right third is the cutout, and the hole lies between them
  const rgba = Uint8ClampedArray.from({ length: 4 * 360 }, (_, i) => (i % 4 === 3 && (i >> 2) % 40 < 14 ? 0 : 255))
  const of = (isIn: (x: number) => boolean) => Uint8Array.from({ length: 360 }, (_, at) => (isIn(at % 40) ? 1 : 0))
  const copy = new WorkingCopy(size)
  const kept = of((x) => x >= 26).map((isKept) => 255 * isKept)
  copy.add(rgba, { x: 0, y: 0, ...size }, { hole: of((x) => x >= 14 && x < 26), kept })
  const { excluded } = copy.picture()
  expect([13, 26].map((at) => excluded?.[at])).toEqual([1, 1])
})

it('half-transparent pixels do not darken the reduced copy of the photo', () => {
  const copy = new WorkingCopy({ width: 1024, height: 2 })
  const rgba = Uint8ClampedArray.from({ length: 4 * 2048 }, (_, i) => ((i >> 2) % 2 ? 0 : 200))
  copy.add(rgba, { x: 0, y: 0, width: 1024, height: 2 }, { hole: new Uint8Array(2048), kept: null })
  expect(new Set(copy.picture().pixels)).toEqual(new Set([200]))
})
