import { afterAll, expect, it } from 'vitest'
import { bytesOf, sharedRenderer, sourceOf } from '../../tests/helpers/gpu.ts'
import { rasterised } from '../../tests/helpers/rasterised.ts'
import type { CoverageTexels } from '../distance/encoding.ts'
import { DistanceFields } from '../distance/field.ts'
import { rgbOf } from '../lib/color.ts'
import { createTarget } from '../lib/pass.ts'
import type { Grid } from '../lib/quad.ts'
import { axesOf, projectedBounds, type Text3dFields, type Vector } from './geometry.ts'
import { castAtPrism, contains, dot, isInShadow, type Polygon } from './testing.ts'
import { FIELD_RANGE, Text3d, type Text3dSurface, text3dUniforms } from './text3d.ts'

const renderer = await sharedRenderer()
const text3d = new Text3d()
const distances = new DistanceFields(renderer, true)
afterAll(() => {
  text3d.destroy()
  distances.destroy()
})

const plain: Text3dFields = {
  depth: 24,
  perspective: 400,
  rotateX: 0,
  rotateY: 0,
  rotateZ: 0,
  shadowColor: '#102030',
  shadowOpacity: 0,
  shadowBlur: 0,
  shadowOffsetX: 8,
  shadowOffsetY: 10,
  extrudeColor: '#c05020',
  lightAngle: 320,
  lightIntensity: 1,
}
const FACE = [240, 200, 80] as const

/** Returns the signed distance to a ring and a bar, like the letters "o" and "l". */
const letters = (x: number, y: number) =>
  Math.min(
    Math.abs(Math.hypot(x - 44.3, y - 45.7) - 17) - 7,
    Math.max(Math.abs(x - 88.4) - 9.3, Math.abs(y - 44.2) - 24.6),
  )

/** Builds a surface. `fieldEvery`: document px per field texel. The face has one texel per document px. */
async function surfaceOf(shape: Shape, width: number, height: number, fieldEvery = 1): Promise<Text3dSurface> {
  const { bytes } = rasterised(width, height, shape)
  const resource = new Uint8Array(width * height * 4)
  bytes.forEach((byte, i) => {
    for (const [channel, value] of [...FACE, 255].entries())
      resource[i * 4 + channel] = Math.round((value * byte) / 255)
  })
  const face = sourceOf(resource, { width, height }, { scaleMode: 'linear' })
  const field = await distances.build(coarser(shape, width, height, fieldEvery), { range: FIELD_RANGE, format: 'half' })
  return { face, field, size: { width, height } }
}

type Shape = (x: number, y: number) => number

const coarser = (shape: Shape, width: number, height: number, every: number): CoverageTexels =>
  rasterised(width / every, height / every, (x, y) => shape((x + 0.5) * every - 0.5, (y + 0.5) * every - 0.5))

function painted(
  surface: Text3dSurface,
  fields: Text3dFields,
  grid: Grid,
  place = middle(surface),
  samples: 1 | 4 = 4,
) {
  const texture = createTarget(grid.width, grid.height, 'rgba8unorm')
  text3d.draw(renderer, { texture, grid }, surface, fields, place, samples)
  const bytes = bytesOf(renderer, texture)
  texture.destroy(true)
  return bytes
}

const middle = ({ size }: Text3dSurface) => ({ center: { x: size.width / 2, y: size.height / 2 }, rotation: 0 })
const gridOf = (width: number, height: number, scale = 1): Grid => ({ x: 0, y: 0, width, height, scale })

it('unrotated 3D text has its face color under any light', async () => {
  const surface = await surfaceOf(letters, 130, 90)
  for (const lightIntensity of [0, 1, 2]) {
    const bytes = painted(surface, { ...plain, lightIntensity, lightAngle: 77 }, gridOf(130, 90))
    expect([...bytes.slice((44 * 130 + 88) * 4, (44 * 130 + 88) * 4 + 4)]).toEqual([...FACE, 255])
  }
})

it.each([
  { rotateX: 30, rotateY: 40 },
  { rotateY: -75, perspective: 150, depth: 100 },
  { rotateX: 170, rotateZ: 45 },
])('3D text paints nothing outside its projected bounds (case %#)', async (turned) => {
  const fields = { ...plain, ...turned, shadowOpacity: 0.8, shadowBlur: 10 }
  const surface = await surfaceOf(letters, 130, 90)
  const bounds = projectedBounds(fields, surface.size)
  const grid = { ...gridOf(400, 300), x: -135, y: -105 }
  const bytes = painted(surface, fields, grid, { center: { x: 65, y: 45 }, rotation: 0 })
  const inkOutside: number[][] = []
  for (let y = 0; y < 300; y++)
    for (let x = 0; x < 400; x++) {
      const [px, py] = [x + 0.5 - 200, y + 0.5 - 150]
      const isOut =
        px < bounds.x - 1 || py < bounds.y - 1 || px > bounds.x + bounds.width + 1 || py > bounds.y + bounds.height + 1
      if (isOut && bytes[(y * 400 + x) * 4 + 3] !== 0) inkOutside.push([x, y])
    }
  expect(inkOutside).toEqual([])
})

/** Three corners of a letter 2000 px high, at about a tenth of its size: point, foot and notch. */
const CORNER: Polygon = [
  [40, 190],
  [90, 20],
  [110, 20],
  [170, 190],
  [120, 190],
  [100, 110],
  [80, 190],
]

/**
 * `every`: tests every n-th row, by default every second. `mean`: limit of the largest channel's mean error. `rough`:
 * limit of the number of pixels with an error above 96.
 */
it.each<[string, Partial<Text3dFields>, { every?: number; mean: number; rough: number }]>([
  ['sharp corners from a field of 1 texel per document px', {}, { mean: 0.9, rough: 15 }],
  ['sharp corners from a field of 1 texel per 2 document px', {}, { every: 2, mean: 1.1, rough: 55 }],
  ['a light', { lightIntensity: 1 }, { mean: 0.9, rough: 8 }],
  ['steep walls', { rotateX: -40, rotateY: 48, rotateZ: 10, depth: 60, lightIntensity: 1 }, { mean: 0.8, rough: 23 }],
  ['its back in front', { rotateY: 160, lightIntensity: 1 }, { mean: 0.9, rough: 18 }],
  ['a shadow', { shadowOpacity: 0.6, shadowOffsetX: 30 }, { mean: 0.9, rough: 8 }],
])('3D text with %s matches an exactly computed 3D shape', async (_, change, { every = 1, mean, rough }) => {
  const fields = { ...plain, rotateX: 22, rotateY: -30, depth: 50, perspective: 900, lightIntensity: 0, ...change }
  const shape: Shape = (x, y) => (contains(CORNER, x + 0.5, y + 0.5) ? -1 : 1)
  const surface = await surfaceOf(shape, 220, 210, every)
  const grid = gridOf(220, 210)
  const bytes = painted(surface, fields, grid)
  const { uLight } = text3dUniforms(fields, surface, middle(surface), grid, 4)
  const centered: Polygon = CORNER.map(([x, y]) => [x - 110, y - 105])
  let [sum, large] = [0, 0]
  for (let y = 0; y < 210; y += 2)
    for (let x = 0; x < 220; x++) {
      const exact = prismPixel(centered, fields, uLight, [x - 110, y - 105])
      const error = Math.max(...exact.map((value, i) => Math.abs(value - (bytes[(y * 220 + x) * 4 + i] ?? 0))))
      sum += error
      if (error > 96) large++
    }
  expect(sum / (220 * 105)).toBeLessThan(mean)
  // errors above 96 of 255 occur only in lines one pixel wide, where the distance field cuts off a tip
  expect(large).toBeLessThan(rough)
})

/** Returns one pixel of the true prism and its shadow from 6 × 6 rays, premultiplied bytes. */
function prismPixel(polygon: Polygon, fields: Text3dFields, light: Vector, [x, y]: readonly [number, number]) {
  const axes = axesOf(fields)
  const wall = rgbOf(fields.extrudeColor).map((channel) => 255 * channel)
  const ink = rgbOf(fields.shadowColor).map((channel) => 255 * channel * fields.shadowOpacity)
  const lit = (color: readonly number[], by: number) => [...color.map((value) => Math.min(255, value * by)), 255]
  const colorAt = (px: number, py: number): number[] => {
    const hit = castAtPrism(polygon, fields, px, py)
    if (hit?.part === 'face') {
      const tilt = hit.side * dot(axes.z, light) - light[2]
      const by = Math.min(1.12, Math.max(0.45, 1 + 0.3 * fields.lightIntensity * tilt))
      return lit(hit.side > 0 ? FACE : wall, by)
    }
    if (hit) {
      const tilt = hit.normal[0] * dot(axes.x, light) + hit.normal[1] * dot(axes.y, light)
      const by = 0.38 + 0.68 * fields.lightIntensity * (0.5 + 0.5 * tilt)
      return lit(wall, by * (1 - 0.32 * hit.deep))
    }
    return isInShadow(polygon, fields, px, py) ? [...ink, 255 * fields.shadowOpacity] : [0, 0, 0, 0]
  }
  const rays = Array.from({ length: 36 }, (_, i) => colorAt(x + ((i % 6) + 0.5) / 6, y + (Math.floor(i / 6) + 0.5) / 6))
  return [0, 1, 2, 3].map((channel) => rays.reduce((sum, color) => sum + (color[channel] ?? 0) / 36, 0))
}
