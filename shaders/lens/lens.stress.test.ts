/** Compares the lens blur with a camera that sums 1,024 points of its aperture, on scenes whose layers are known. */
import { expect, it } from 'vitest'
import { encodedOf, linearOf } from '#client/kit/pixels/color-space/colorSpace.ts'
import { type Picture, pictureOf } from '../lib/testing.ts'
import { planLens } from './plan.ts'
import { lensBlurred, lensLight, lightOf, lowered, raised } from './testing.ts'

const SIZE = { width: 64, height: 48 }
const BLADES = 6

interface Plane {
  /** Premultiplied pixels, encoded. */
  layer: Picture
  /** Blur radius, px. Negative for a layer in front of the focus. */
  radius: number
}

/** Returns a layer whose pixels have these straight colors and alpha. */
const layerOf = (at: (x: number, y: number) => readonly [number, number, number, number]): Picture =>
  pictureOf(SIZE, 4, (x, y, c) => {
    const color = at(x + 0.5, y + 0.5)
    return (color[c] ?? 0) * (c === 3 ? 1 : color[3])
  })

const soft = (distance: number) => Math.min(1, Math.max(0, 0.5 - distance))
const street = layerOf((x, y) => {
  const lamp = Math.hypot((x % 40) - 20, (y % 30) - 9) < 2 ? 1 : 0
  const wall = 0.3 + 0.2 * Math.sin(x / 5) * Math.cos(y / 7) + (x + y > 72 ? 0.25 : 0)
  return [Math.max(lamp, wall), Math.max(lamp, 0.8 * wall), Math.max(0.9 * lamp, 0.5 * wall), 1]
})
const word = layerOf((x, y) => [0.95, 0.9, 0.2, soft(Math.max(Math.abs(y - 16) - 5, Math.abs((x % 24) - 12) - 6))])
const person = layerOf((x, y) => [0.75, 0.2 + 0.003 * x, 0.15, soft(Math.hypot(x - 34, (y - 34) / 1.4) - 12)])
const leaf = layerOf((x, y) => [0.1, 0.5, 0.15, soft(Math.hypot(x - 6, y - 45) - 14)])

/** Returns the camera's sample points in the aperture polygon, relative to a disc of the same area with radius 1. */
function aperture(count: number): { x: number; y: number }[] {
  const turn = (2 * Math.PI) / BLADES
  const side = Math.sqrt(turn / Math.sin(turn)) * Math.cos(turn / 2) // distance of the polygon's sides from its center
  const isInside = (x: number, y: number) =>
    Array.from({ length: BLADES }, (_, i) => (i + 0.5) * turn).every((a) => x * Math.sin(a) - y * Math.cos(a) <= side)
  const points: { x: number; y: number }[] = []
  for (let i = 1; points.length < count; i++) {
    const [x, y] = [2.4 * ((i * 0.7548776662466927) % 1) - 1.2, 2.4 * ((i * 0.5698402909980532) % 1) - 1.2]
    if (isInside(x, y)) points.push({ x, y })
  }
  return points
}

/** Sums the images that a camera sees through 1,024 points of its aperture. */
function photographed(planes: readonly Plane[], highlights: number): Picture {
  const lights = planes.map(({ layer }) => withMargin(lightOf(layer, highlights)).values)
  const points = aperture(1024)
  const sum = new Float64Array(4 * SIZE.width * SIZE.height)
  for (const { x, y } of points) {
    const seen = new Float64Array(sum.length)
    for (const [i, { radius }] of planes.entries()) {
      const shown = shifted(lights[i] as Float64Array, x * radius, y * radius)
      for (let at = 0; at < seen.length; at++)
        seen[at] = (shown[at] ?? 0) + (1 - (shown[at | 3] ?? 0)) * (seen[at] ?? 0)
    }
    for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + (seen[at] ?? 0) / points.length
  }
  return pictureOf(SIZE, 4, (x, y, c) =>
    c === 3 ? 1 : encodedOf(lowered(sum[4 * (y * SIZE.width + x) + c] ?? 0, highlights)),
  )
}

/** Returns the pixels of a layer with a margin, shifted and linearly interpolated. */
function shifted(values: Float64Array, x: number, y: number): Float64Array {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [right, down] = [x - left, y - top]
  const stride = 4 * (SIZE.width + 2 * MARGIN)
  const into = new Float64Array(4 * SIZE.width * SIZE.height)
  for (let row = 0; row < SIZE.height; row++)
    for (let i = 0; i < 4 * SIZE.width; i++) {
      const at = (row + MARGIN + top) * stride + 4 * (MARGIN + left) + i
      const upper = (values[at] ?? 0) * (1 - right) + (values[at + 4] ?? 0) * right
      const lower = (values[at + stride] ?? 0) * (1 - right) + (values[at + stride + 4] ?? 0) * right
      into[row * 4 * SIZE.width + i] = upper * (1 - down) + lower * down
    }
  return into
}

const MARGIN = 20
/** Returns the image with its mirror image beyond the edges. */
function withMargin(from: Picture) {
  const mirror = (at: number, length: number) => (at < 0 ? -1 - at : at >= length ? 2 * length - 1 - at : at)
  return pictureOf({ width: SIZE.width + 2 * MARGIN, height: SIZE.height + 2 * MARGIN }, 4, (x, y, c) => {
    const [column, row] = [mirror(x - MARGIN, SIZE.width), mirror(y - MARGIN, SIZE.height)]
    return from.values[4 * (row * SIZE.width + column) + c] ?? 0
  })
}

/** Composites blurred layers in linear light with raised highlights, like `BlendPass`. */
function blurredScene(planes: readonly Plane[], highlights: number): Picture {
  const lens = { blades: BLADES, highlights, isMirrored: true }
  const layers = planes.map(({ layer, radius }, i) => {
    const fronts = planes.slice(i + 1).filter((front) => front.radius !== 0)
    return radius === 0 ? layer : lensBlurred(layer, { ...lens, radius, fronts })
  })
  return pictureOf(SIZE, 4, (x, y, c) => {
    if (c === 3) return 1
    const at = 4 * (y * SIZE.width + x)
    const light = layers.reduce((below, { values }) => {
      const alpha = values[at + 3] ?? 0
      return alpha > 0
        ? raised(linearOf((values[at + c] ?? 0) / alpha), highlights) * alpha + (1 - alpha) * below
        : below
    }, 0)
    return encodedOf(lowered(light, highlights))
  })
}

function psnr(a: Picture, b: Picture): number {
  let sum = 0
  for (let i = 0; i < a.values.length; i++) if (i % 4 < 3) sum += ((a.values[i] ?? 0) - (b.values[i] ?? 0)) ** 2
  return -10 * Math.log10(sum / (0.75 * a.values.length))
}

const SCENES: Record<string, Plane[]> = {
  'a far background': [
    { layer: street, radius: 9 },
    { layer: person, radius: 0 },
  ],
  'a background that is slightly blurred': [
    { layer: street, radius: 1.3 },
    { layer: person, radius: 0 },
  ],
  'a word between them': [
    { layer: street, radius: 13 },
    { layer: word, radius: 5 },
    { layer: person, radius: 0 },
  ],
  'a near leaf': [
    { layer: street, radius: 7 },
    { layer: person, radius: 0 },
    { layer: leaf, radius: -10 },
  ],
  'a near subject': [
    { layer: street, radius: 0 },
    { layer: person, radius: -8 },
  ],
}

it.each([...Object.keys(SCENES).map((name) => ({ name, highlights: 0 })), { name: 'a near leaf', highlights: 50 }])(
  'the lens blur of $name with highlights $highlights matches an average of 1,024 points of the aperture',
  ({ name, highlights }) => {
    const planes = SCENES[name] ?? []
    const decibel = psnr(photographed(planes, highlights), blurredScene(planes, highlights))
    console.info(`${name}, highlights ${highlights}: ${decibel.toFixed(1)} dB`)
    expect(decibel).toBeGreaterThanOrEqual(44)
  },
)

it.each([
  [2, 5],
  [9, 6],
  [23, 9],
])(
  "blurring a point of light with a radius of %i px and %i aperture blades preserves the light's energy",
  (radius, blades) => {
    const point = pictureOf({ width: 80, height: 80 }, 4, (x, y, c) => (c === 3 || (x === 40 && y === 37) ? 1 : 0))
    for (const highlights of [0, 100]) {
      const { values } = lensLight(point, { radius, blades, highlights, isMirrored: true })
      const energy = values.reduce((sum, value, at) => (at % 4 === 0 ? sum + value : sum), 0)
      expect(Math.abs(energy / raised(1, highlights) - 1)).toBeLessThan(0.01)
    }
  },
)

it('the blurred background does not contain any color of the subject', () => {
  const filled = layerOf(() => [0.3, 0.5, 0.4, 1])
  const red = layerOf((x, y) => [1, 0, 0, soft(Math.hypot(x - 32, y - 24) - 10)])
  const scene = blurredScene(
    [
      { layer: filled, radius: 9 },
      { layer: red, radius: 0 },
    ],
    50,
  )
  for (let y = 0; y < SIZE.height; y++)
    for (let x = 0; x < SIZE.width; x++)
      if ((red.values[4 * (y * SIZE.width + x) + 3] ?? 0) === 0)
        expect(Math.abs((scene.values[4 * (y * SIZE.width + x)] ?? 0) - 0.3)).toBeLessThanOrEqual(1 / 255)
})

it('the sample weights of an aperture add up to 1', () => {
  for (const radius of [0.3, 1, 3.7, 7.9, -40]) {
    const { runs } = planLens(radius, 5)
    expect(
      runs.reduce((sum, _, i) => (i % 4 === 0 ? sum + (runs[i + 2] ?? 0) * (runs[i + 3] ?? 0) : sum), 0),
    ).toBeCloseTo(1)
  }
})
