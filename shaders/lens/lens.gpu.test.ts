import { afterAll, expect, it } from 'vitest'
import {
  difference,
  drawnOn,
  expectSameInTiles,
  noise,
  rendered,
  sharedRenderer,
  sourceOf,
} from '../../tests/helpers/gpu.ts'
import { pictureOf } from '../lib/testing.ts'
import { LensBlur, type Occlusion } from './lens.ts'
import { planLens } from './plan.ts'
import { lensBlurred } from './testing.ts'

const SIZE = { width: 90, height: 70 }
const WHOLE = { x: 0, y: 0, ...SIZE }
const renderer = await sharedRenderer()
const [blur, inFront] = [new LensBlur(), new LensBlur()]
afterAll(() => {
  blur.destroy()
  inFront.destroy()
})

/** Returns noise in 5 px squares with bright lights. If not opaque, it is transparent outside a disc. */
function layerOf(isOpaque: boolean) {
  const bytes = new Uint8Array(4 * SIZE.width * SIZE.height)
  const next = noise(5)
  const squares = Array.from({ length: 18 * 14 * 3 }, next)
  for (let i = 0; i < bytes.length / 4; i++) {
    const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)]
    const alpha = isOpaque ? 1 : Math.min(1, Math.max(0, 25 - Math.hypot(x - 50, y - 40)))
    const isLight = x % 31 === 7 && y % 23 === 9
    const square = Math.floor(y / 5) * 18 + Math.floor(x / 5)
    for (let c = 0; c < 3; c++) bytes[4 * i + c] = Math.round(alpha * (isLight ? 255 : (squares[3 * square + c] ?? 0)))
    bytes[4 * i + 3] = Math.round(255 * alpha)
  }
  return bytes
}

const pictureFrom = (bytes: Uint8Array) =>
  pictureOf(SIZE, 4, (x, y, c) => (bytes[4 * (y * SIZE.width + x) + c] ?? 0) / 255)

interface Shot {
  radius: number
  isMirrored: boolean
  target?: typeof WHOLE
  /** Blur radius of the translucent layer in front. Absent = there is no such layer. */
  front?: number | undefined
}

function painted(bytes: Uint8Array<ArrayBuffer>, { radius, isMirrored, target = WHOLE, front }: Shot) {
  const behind = front === undefined ? [] : [draw(inFront, layerOf(false), front, isMirrored, WHOLE, [])]
  draw(blur, bytes, radius, isMirrored, target, behind)
  const pixels = drawnOn(renderer, blur.mesh, { ...target, scale: 1 })
  blur.clear()
  inFront.clear()
  return pixels
}

function draw(
  into: LensBlur,
  bytes: Uint8Array<ArrayBuffer>,
  radius: number,
  isMirrored: boolean,
  target: typeof WHOLE,
  fronts: readonly Occlusion[],
) {
  const layer = sourceOf(bytes, SIZE)
  const mirror = isMirrored ? WHOLE : null
  const plan = planLens(radius, 5)
  into.blur(renderer, { layer, first: WHOLE, mirror, target, plan, highlights: 60, radius, fronts }, 1, { x: 0, y: 0 })
  return into.occlusion as Occlusion
}

it.each([
  [0.7, true],
  [-3, true],
  [6.5, false],
  [13, true],
  [-21, false],
  [13, true, -9],
  [6.5, true, 14],
])(
  'a lens blur of %f px equals its CPU reference (mirrored: %s, behind a layer blurred by %f px)',
  (radius, isOpaque, front?: number) => {
    const bytes = layerOf(isOpaque)
    const fronts = front === undefined ? [] : [{ layer: pictureFrom(layerOf(false)), radius: front }]
    const reference = lensBlurred(pictureFrom(bytes), {
      radius,
      blades: 5,
      highlights: 60,
      isMirrored: isOpaque,
      fronts,
    })
    const codes = Array.from(reference.values).map((value) => Math.round(255 * value))
    const pixels = painted(bytes, { radius, isMirrored: isOpaque, front })
    expect(difference(pixels, codes).largest).toBeLessThanOrEqual(isOpaque ? 1 : 3)
  },
)

it.each([[3], [17], [17, -9]])(
  'a lens blur of %i px in tiles equals the whole (behind a layer blurred by %f px)',
  (radius, front?: number) =>
    expectSameInTiles(SIZE, (target) => painted(layerOf(true), { radius, isMirrored: true, target, front })),
)

it('an empty layer in front does not change any bit of a lens blur', () => {
  const empty = draw(inFront, new Uint8Array(4 * SIZE.width * SIZE.height), -9, false, WHOLE, [])
  const [alone, behind] = [[], [empty]].map((fronts) => {
    draw(blur, layerOf(true), 17, true, WHOLE, fronts)
    const pixels = rendered(renderer, blur.mesh, SIZE.width, SIZE.height, 'rgba32float')
    blur.clear()
    return pixels
  })
  inFront.clear()
  expect(difference(alone ?? [], behind ?? []).count).toBe(0)
})
