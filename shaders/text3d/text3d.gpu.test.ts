import { BufferImageSource } from 'pixi.js'
import { afterAll, expect, it } from 'vitest'
import { bytesOf, expectSameInTiles, halved, sharedRenderer } from '../../tests/helpers/gpu.ts'
import { rasterised } from '../../tests/helpers/rasterised.ts'
import type { Coverage } from '../distance/encoding.ts'
import { DistanceFields } from '../distance/field.ts'
import { distanceTransform } from '../distance/transform.ts'
import { glowReference } from '../glow/testing.ts'
import { rgbOf } from '../lib/color.ts'
import { createTarget } from '../lib/pass.ts'
import type { Grid } from '../lib/quad.ts'
import { projectedBounds, type Text3dFields } from './geometry.ts'
import { castAtPrism, contains, type Polygon, text3dPixel } from './testing.ts'
import { FIELD_RANGE, Text3d, type Text3dSurface, type Text3dUniforms, text3dUniforms } from './text3d.ts'

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

/** Two blobs with a hole, like letters with a counter. */
const letters = (x: number, y: number) =>
  Math.min(
    Math.abs(Math.hypot(x - 44.3, y - 45.7) - 17) - 7,
    Math.max(Math.abs(x - 88.4) - 9.3, Math.abs(y - 44.2) - 24.6),
  )

/** `fieldEvery`: document px per field texel; the face has one texel per document px. */
async function surfaceOf(shape: Shape, width: number, height: number, fieldEvery = 1): Promise<Text3dSurface> {
  const { bytes } = rasterised(width, height, shape)
  const resource = new Uint8Array(width * height * 4)
  bytes.forEach((byte, i) => {
    for (const [channel, value] of [...FACE, 255].entries())
      resource[i * 4 + channel] = Math.round((value * byte) / 255)
  })
  const face = new BufferImageSource({
    resource,
    width,
    height,
    format: 'rgba8unorm',
    alphaMode: 'premultiplied-alpha',
    scaleMode: 'linear',
  })
  const field = await distances.build(coarser(shape, width, height, fieldEvery), { range: FIELD_RANGE, format: 'half' })
  return { face, field, size: { width, height } }
}

type Shape = (x: number, y: number) => number

const coarser = (shape: Shape, width: number, height: number, every: number): Coverage =>
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

it.each([
  ['mild', { rotateX: 12, rotateY: -20 }],
  ['steep', { rotateX: -40, rotateY: 48, rotateZ: 10, depth: 60 }],
  ['from behind', { rotateY: 160 }],
  ['with a shadow', { rotateX: 20, shadowOpacity: 0.6, shadowBlur: 12 }],
  ['with a wide shadow', { rotateX: 20, shadowOpacity: 0.6, shadowBlur: 40 }],
])('3D text matches its reference %s', async (_, turned) => {
  const fields = { ...plain, ...turned }
  const surface = await surfaceOf(letters, 130, 90)
  const grid = gridOf(130, 90)
  const uniforms = text3dUniforms(fields, surface, middle(surface), grid, 4)
  const bytes = painted(surface, fields, grid)
  const textures = twinTextures(uniforms, fields.shadowBlur)
  const errors: number[] = []
  for (let y = 0; y < 90; y++)
    for (let x = 0; x < 130; x++) {
      const exact = text3dPixel(textures, uniforms, x, y)
      errors.push(Math.max(...exact.map((value, i) => Math.abs(255 * value - (bytes[(y * 130 + x) * 4 + i] ?? 0)))))
    }
  errors.sort((a, b) => a - b)
  // a ray that grazes a side may stop a step earlier in single precision: one pixel in a hundred may differ visibly
  expect(errors[Math.floor(errors.length * 0.99)]).toBeLessThan(4)
  expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(0.5)
})

function twinTextures({ uShadowArea }: Text3dUniforms, blur: number) {
  const { bytes } = rasterised(130, 90, letters)
  const face = Array.from(bytes).flatMap((byte) =>
    [...FACE, 255].map((value) => Math.round((value * byte) / 255) / 255),
  )
  const units = distanceTransform({ width: 130, height: 90, bytes }, FIELD_RANGE)
  const field = Array.from(units, (value) => Math.min(Math.max(value / 64, -FIELD_RANGE), FIELD_RANGE))
  const [width, height] = [Math.round(uShadowArea[2]), Math.round(uShadowArea[3])]
  const [left, top] = [-65 - uShadowArea[0], -45 - uShadowArea[1]]
  const alpha = new Float64Array(width * height)
  for (let y = 0; y < 90; y++)
    for (let x = 0; x < 130; x++) alpha[(y + top) * width + x + left] = (bytes[y * 130 + x] ?? 0) / 255
  const shadow = blur > 0 ? glowReference(alpha, width, height, blur / 2, 1) : alpha
  return {
    face: { width: 130, height: 90, channels: 4, values: face },
    field: { width: 130, height: 90, channels: 1, values: field },
    shadow: { width, height, channels: 1, values: shadow },
  }
}

it('keeps the exact face colour under any light without rotation', async () => {
  const surface = await surfaceOf(letters, 130, 90)
  for (const lightIntensity of [0, 1, 2]) {
    const bytes = painted(surface, { ...plain, lightIntensity, lightAngle: 77 }, gridOf(130, 90))
    expect([...bytes.slice((44 * 130 + 88) * 4, (44 * 130 + 88) * 4 + 4)]).toEqual([...FACE, 255])
  }
})

it('paints the same bytes in tiles and as a whole', async () => {
  const fields = { ...plain, rotateX: 25, rotateY: -35, rotateZ: 5, shadowOpacity: 0.7, shadowBlur: 9 }
  const surface = await surfaceOf(letters, 130, 90)
  const place = { center: { x: 70.3, y: 60.8 }, rotation: 17 }
  await expectSameInTiles({ width: 150, height: 120 }, (part) => painted(surface, fields, { ...part, scale: 1 }, place))
})

it.each([
  { rotateX: 30, rotateY: 40 },
  { rotateY: -75, perspective: 150, depth: 100 },
  { rotateX: 170, rotateZ: 45 },
])('stays within its projected bounds %#', async (turned) => {
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

it('looks the same in a half-size preview', async () => {
  const fields = { ...plain, rotateX: 18, rotateY: -28, shadowOpacity: 0.5, shadowBlur: 10 }
  const surface = await surfaceOf(letters, 130, 90)
  const full = painted(surface, fields, gridOf(130, 90))
  const preview = painted(surface, fields, gridOf(65, 45, 0.5))
  const means = halved(full, surface.size)
  const sum = preview.reduce((sum, byte, i) => sum + Math.abs(byte - (means[i] ?? 0)), 0)
  expect(sum / preview.length).toBeLessThan(1.5)
})

/** The point, foot and notch of a letter 2000 px high, at about a tenth of its size. */
const CORNER: Polygon = [
  [40, 190],
  [90, 20],
  [110, 20],
  [170, 190],
  [120, 190],
  [100, 110],
  [80, 190],
]

it.each([
  [1, 0.9, 30],
  [2, 1.1, 110],
])('draws sharp corners from a field of 1 texel per %i document px', async (every, mean, tips) => {
  const fields = { ...plain, rotateX: 22, rotateY: -30, depth: 50, perspective: 900, lightIntensity: 0 }
  const shape: Shape = (x, y) => (contains(CORNER, x + 0.5, y + 0.5) ? -1 : 1)
  const surface = await surfaceOf(shape, 220, 210, every)
  const bytes = painted(surface, fields, gridOf(220, 210))
  const centered: Polygon = CORNER.map(([x, y]) => [x - 110, y - 105])
  let sum = 0
  let rough = 0
  for (let y = 0; y < 210; y++)
    for (let x = 0; x < 220; x++) {
      const exact = prismPixel(centered, fields, x - 110, y - 105)
      const error = Math.max(...exact.map((value, i) => Math.abs(value - (bytes[(y * 220 + x) * 4 + i] ?? 0))))
      sum += error
      if (error > 96) rough++
    }
  expect(sum / (220 * 210)).toBeLessThan(mean)
  // errors above a third are one pixel wide: the edges of the sides, where the field cuts off the tip
  expect(rough).toBeLessThan(tips)
})

/**
 * Returns one pixel of the true prism from 6 × 6 rays, premultiplied bytes. Without light, so that sides show only
 * their depth.
 */
function prismPixel(polygon: Polygon, fields: Text3dFields, x: number, y: number): number[] {
  const wall = rgbOf(fields.extrudeColor)
  const sum = [0, 0, 0, 0]
  for (let i = 0; i < 36; i++) {
    const hit = castAtPrism(polygon, fields, x + ((i % 6) + 0.5) / 6, y + (Math.floor(i / 6) + 0.5) / 6)
    if (!hit) continue
    const color = hit.part === 'face' ? FACE : wall.map((channel) => 255 * channel * 0.38 * (1 - 0.32 * hit.deep))
    for (const [channel, value] of [...color, 255].entries()) sum[channel] = (sum[channel] ?? 0) + value / 36
  }
  return sum
}
