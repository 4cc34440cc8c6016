import { expect, it } from 'vitest'
import type { Size } from '#client/kit/geometry/geometry.ts'
import { TileGrid } from '#client/kit/geometry/TileGrid.ts'
import { defaults } from '#client/kit/values/fields.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { type MaskEdits, maskEditFields, strokeFields } from '#client/model/document/maskEdits.ts'
import { randomFrom } from '../../../../tests/helpers/random.ts'
import { adjustEdge, edgeRadius } from './maskEdge.ts'
import { TiledMatte } from './TiledMatte.ts'
import { TILE_SIDE, type TileReader } from './TileReader.ts'

const SIZE = { width: 600, height: 530 }

/** Returns a disc with a soft edge in the middle of the image. */
function discOf({ width, height }: Size) {
  const coverage = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const rim = Math.min(width, height) / 3 - Math.hypot(x - width / 2, y - height / 2)
      coverage[y * width + x] = Math.min(255, Math.max(0, 128 + 16 * rim))
    }
  return { width, height, coverage }
}

const RED = [230, 30, 30, 255]
const BLUE = [20, 30, 220, 255]

/** Returns pixels that are red to the left of the column and blue to its right. */
function twoColors(size: Size, column: number): TileReader {
  const grid = new TileGrid(size, TILE_SIDE)
  return {
    tile(index) {
      const { x, width, height } = grid.rectOf(index)
      const rgba = new Uint8ClampedArray(4 * width * height)
      for (let i = 0; i < width * height; i++) rgba.set(x + (i % width) < column ? RED : BLUE, 4 * i)
      return rgba
    },
  }
}

const photo = twoColors(SIZE, 300)
const edited = (mend: Immutable<MaskEdits>) => {
  const made = new TiledMatte(discOf(SIZE), photo)
  made.apply(mend)
  return made.coverage
}
const plain = defaults(maskEditFields)
const stroke = (values: Partial<MaskEdits['strokes'][number]>) => ({ ...defaults(strokeFields), ...values })
const at = (coverage: Uint8Array, x: number, y: number) => coverage[y * SIZE.width + x]

const fraction = randomFrom(7)
const random = (below: number) => Math.floor(below * fraction())
const anyStroke = () =>
  stroke({
    mode: random(2) ? 'erase' : 'restore',
    size: 5 + random(120),
    hardness: random(101),
    isSnapping: random(2) === 1,
    points: Array.from({ length: 1 + random(6) }, () => ({ x: random(700) - 50, y: random(600) - 50 })),
  })

it('the brush erases coverage to 0 and restores coverage to 255', () => {
  const points = [
    { x: 200, y: 265 },
    { x: 400, y: 265 },
  ]
  const erased = edited({ ...plain, strokes: [stroke({ points, size: 40, isSnapping: false })] })
  expect([at(erased, 300, 265), at(erased, 300, 282), at(erased, 300, 290)]).toEqual([0, expect.any(Number), 255])
  const both = [stroke({ points, isSnapping: false }), stroke({ points, mode: 'restore', isSnapping: false })]
  expect(at(edited({ ...plain, strokes: both }), 300, 265)).toBe(255)
})

it('Snap to edges restricts the brush to pixels with the color under the brush’s center', () => {
  const points = [
    { x: 285, y: 200 },
    { x: 285, y: 330 },
  ]
  const strokes = [stroke({ points, size: 80, hardness: 100 })]
  const snapped = edited({ ...plain, strokes })
  expect([at(snapped, 299, 265), at(snapped, 300, 265)]).toEqual([0, 255])
  const loose = edited({ ...plain, strokes: strokes.map((one) => ({ ...one, isSnapping: false })) })
  expect(at(loose, 310, 265)).toBe(0)
})

it('the effect of a soft brush decreases from its core to its rim', () => {
  const points = [{ x: 300, y: 265 }]
  const soft = edited({ ...plain, strokes: [stroke({ points, size: 100, hardness: 40, isSnapping: false })] })
  const along = [0, 18, 30, 40, 52].map((x) => at(soft, 300 + x, 265)!)
  expect(along[0]).toBe(0)
  expect(along[1]).toBe(0)
  expect(along[2]!).toBeGreaterThan(0)
  expect(along[3]!).toBeGreaterThan(along[2]!)
  expect(along[4]).toBe(255)
})

const column = (coverage: Uint8Array) => coverage.subarray(265 * SIZE.width, 266 * SIZE.width)
const edgeOf = (coverage: Uint8Array) => column(coverage).findIndex((byte) => byte >= 128)

it('Shift edge moves the edge of a mask by the same distance in every direction', () => {
  const before = edgeOf(edited(plain))
  for (const by of [-20, -7, -1, 3, 12]) expect(edgeOf(edited({ ...plain, shiftEdge: by })), `${by}`).toBe(before - by)
  const diagonal = (coverage: Uint8Array) => {
    let steps = 0
    while (at(coverage, 300 - steps, 265 - steps)! >= 128) steps++
    return steps * Math.SQRT2
  }
  expect(diagonal(edited({ ...plain, shiftEdge: 12 })) - diagonal(edited(plain))).toBeGreaterThan(10)
  expect(diagonal(edited({ ...plain, shiftEdge: 12 })) - diagonal(edited(plain))).toBeLessThan(14.5)
})

it('Feather softens an edge symmetrically', () => {
  const soft = edited({ ...plain, feather: 20 })
  expect(Math.abs(edgeOf(soft) - edgeOf(edited(plain)))).toBeLessThanOrEqual(1)
  const values = column(soft).slice(edgeOf(soft) - 15, edgeOf(soft) + 15)
  expect(values.every((byte, i) => i === 0 || byte >= values[i - 1]!)).toBe(true)
  expect(values.filter((byte) => byte > 10 && byte < 245).length).toBeGreaterThan(15)
})

it('Smooth removes small specks without blurring the edge', () => {
  const specks = { ...plain, strokes: [stroke({ points: [{ x: 30, y: 30 }], mode: 'restore', size: 4 })] }
  expect(at(edited(specks), 30, 30)).toBe(255)
  const smooth = edited({ ...specks, smooth: 8 })
  expect(at(smooth, 30, 30)).toBe(0)
  expect(column(smooth).filter((byte) => byte > 10 && byte < 245).length).toBeLessThan(16)
})

it('Invert swaps covered and uncovered pixels', () => {
  const before = edited(plain)
  expect(edited({ ...plain, invert: true })).toEqual(before.map((byte) => 255 - byte))
})

it('a matte computed in tiles equals the whole matte with Smooth, with Shift edge, with Feather, and with all three', () => {
  const strokes = Array.from({ length: 4 }, anyStroke)
  const stroked = { ...SIZE, coverage: edited({ ...plain, strokes }) }
  for (const settings of [
    { smooth: 5, shiftEdge: 0, feather: 0 },
    { smooth: 0, shiftEdge: -9, feather: 0 },
    { smooth: 0, shiftEdge: 0, feather: 31 },
    { smooth: 3, shiftEdge: 8, feather: 12 },
  ]) {
    const reach = edgeRadius(settings)
    const size = { width: SIZE.width + 2 * reach, height: SIZE.height + 2 * reach }
    const roomy = new Uint8Array(size.width * size.height)
    const held = (i: number, length: number) => Math.min(length - 1, Math.max(0, i - reach))
    for (let y = 0; y < size.height; y++)
      for (let x = 0; x < size.width; x++)
        roomy[y * size.width + x] = at(stroked.coverage, held(x, SIZE.width), held(y, SIZE.height))!
    const whole = adjustEdge(roomy, size, settings)
    const cut = edited(plain).map(
      (_, i) => whole[(Math.floor(i / SIZE.width) + reach) * size.width + (i % SIZE.width) + reach]!,
    )
    expect(edited({ ...plain, ...settings, strokes }), JSON.stringify(settings)).toEqual(cut)
  }
})

it('applying a stroke point by point gives the same matte as applying the whole stroke', () => {
  const whole = anyStroke()
  const settings = { ...plain, feather: 6 }
  const made = new TiledMatte(discOf(SIZE), photo)
  whole.points.forEach((_, i) => {
    made.apply({ ...settings, strokes: [{ ...whole, points: whole.points.slice(0, i + 1) }] })
  })
  expect(made.coverage).toEqual(edited({ ...settings, strokes: [whole] }))
})

it('changing Smooth or Feather recomputes less than 60% of a large matte', () => {
  const size = { width: 2048, height: 2048 }
  const made = new TiledMatte(discOf(size), twoColors(size, 99))
  const touched = (mend: MaskEdits) =>
    made.apply(mend).reduce((sum, { width, height }) => sum + width * height, 0) / (size.width * size.height)
  expect(touched({ ...plain, feather: 6 })).toBeLessThan(0.6)
  expect(touched({ ...plain, feather: 6, invert: true })).toBe(1)
  expect(touched({ ...plain, feather: 6, smooth: 2, invert: true })).toBeLessThan(0.6)
})

it('a pointer move recomputes as many pixels of a large photo as of a small photo', () => {
  const touched = (size: Size) => {
    const made = new TiledMatte({ ...size, coverage: new Uint8Array(size.width * size.height) }, twoColors(size, 99))
    const line = (length: number) => Array.from({ length }, (_, i) => ({ x: 300 + 8 * i, y: 300 }))
    const edits = (length: number) => ({
      ...plain,
      feather: 4,
      strokes: [stroke({ points: line(length), size: 60 })],
    })
    made.apply(edits(10))
    return made.apply(edits(11)).reduce((sum, { width, height }) => sum + width * height, 0)
  }
  expect(touched({ width: 4096, height: 3072 })).toBe(touched({ width: 1024, height: 1024 }))
})

it('the matte depends only on the current edits, not on earlier edits', () => {
  const made = new TiledMatte(discOf(SIZE), photo)
  let edits: MaskEdits = plain
  const past: MaskEdits[] = []
  for (let step = 0; step < 16; step++) {
    const dice = random(10)
    if (dice < 4 || edits.strokes.length === 0) {
      past.push(edits)
      edits = { ...edits, strokes: [...edits.strokes, anyStroke()] }
    } else if (dice < 7) edits = past.pop() ?? edits
    else if (dice === 7) edits = { ...edits, feather: random(9), smooth: random(3) }
    else if (dice === 8) edits = { ...edits, invert: !edits.invert, shiftEdge: random(9) - 4 }
    else {
      const strokes = [...edits.strokes]
      strokes.splice(random(strokes.length), 1)
      edits = { ...edits, strokes }
    }
    made.apply(structuredClone(edits))
    expect(Buffer.compare(made.coverage, edited(edits)), `step ${step}`).toBe(0)
  }
})
