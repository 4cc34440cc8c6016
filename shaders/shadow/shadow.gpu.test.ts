import { afterAll, expect, it } from 'vitest'
import { compose, IDENTITY, rotationMatrix, scalingMatrix, translationMatrix } from '#client/kit/geometry/affine.ts'
import { drawnOn, expectSameInTiles, sharedRenderer, sourceOf } from '../../tests/helpers/gpu.ts'
import { rasterised } from '../../tests/helpers/rasterised.ts'
import type { Grid } from '../lib/quad.ts'
import { type Caster, planShadow, type ShadowSettings, SILHOUETTE_SIDE } from './plan.ts'
import { Shadow, silhouetteOf } from './shadow.ts'
import { mipLevels, shadowPixel } from './testing.ts'

const FIRST = { x: 450, y: 440 }
const SIZE = { width: 120, height: 140 }
/** A figure in texels of its silhouette: a head over a slanted body. */
const figure = rasterised(SIZE.width, SIZE.height, (x, y) =>
  Math.min(Math.hypot(x - 60, y - 30) - 22, Math.max(Math.abs(x - 58 - (y - 90) / 8) - 26, Math.abs(y - 90) - 44)),
)
const caster: Caster = {
  unit: 130,
  bounds: { x: 20, y: 10, ...SIZE },
  bottom: 144,
  origin: { x: 20 - FIRST.x, y: 10 - FIRST.y },
  density: 1,
}
const settings: ShadowSettings = {
  type: 'drop',
  color: '#204060',
  opacity: 70,
  angle: 60,
  distance: 8,
  blur: 9,
  direction: 325,
  length: 60,
  softness: 60,
  contact: 70,
}

const renderer = await sharedRenderer()
const silhouette = silhouetteTexture()
const levels = silhouetteLevels()
const shadow = new Shadow()
afterAll(() => shadow.destroy())

function silhouetteTexture() {
  const resource = Uint8Array.from({ length: figure.bytes.length * 4 }, (_, i) =>
    i % 4 === 3 ? (figure.bytes[i >> 2] ?? 0) : 0,
  )
  return silhouetteOf(renderer, sourceOf(resource, SIZE), FIRST)
}

function silhouetteLevels() {
  const values = new Float32Array(SILHOUETTE_SIDE ** 2)
  figure.bytes.forEach((byte, i) => {
    const [x, y] = [FIRST.x + (i % SIZE.width), FIRST.y + Math.floor(i / SIZE.width)]
    values[y * SILHOUETTE_SIDE + x] = byte / 255
  })
  return mipLevels({ width: SILHOUETTE_SIDE, height: SILHOUETTE_SIDE, channels: 1, values })
}

function painted(given: Partial<ShadowSettings>, grid: Grid, moved = IDENTITY): Uint8Array {
  shadow.show(silhouette, planShadow({ ...settings, ...given }, caster, { moved, scale: grid.scale }).uniforms, grid)
  const bytes = drawnOn(renderer, shadow.mesh, grid)
  shadow.hide()
  return bytes
}

const TURNED = compose(translationMatrix(30, -8), rotationMatrix(14), scalingMatrix(0.8))

it.each<[string, Partial<ShadowSettings>, number, typeof IDENTITY]>([
  ['a drop shadow', {}, 1, IDENTITY],
  ['a crisp drop shadow', { blur: 0 }, 1, IDENTITY],
  ['the softest drop shadow at a third of the size', { blur: 30 }, 1 / 3, IDENTITY],
  ['a ground shadow behind the layer', { type: 'ground' }, 1, IDENTITY],
  [
    'a long ground shadow in front of the layer, enlarged',
    { type: 'ground', direction: 40, length: 140 },
    1.7,
    IDENTITY,
  ],
  ['a ground shadow exactly to the side', { type: 'ground', direction: 0 }, 1, IDENTITY],
  ['a shadow rotated during a gesture', { type: 'ground' }, 1, TURNED],
])('%s matches its CPU reference', (_, given, scale, moved) => {
  const grid = { x: 5, y: 3, width: Math.round(230 * scale), height: Math.round(210 * scale), scale }
  const bytes = painted(given, grid, moved)
  const { uniforms, area } = planShadow({ ...settings, ...given }, caster, { moved, scale })
  let [worst, most, beyond] = [0, 0, 0]
  for (let y = 0; y < grid.height; y++)
    for (let x = 0; x < grid.width; x++) {
      const [docX, docY] = [(x + grid.x + 0.5) / scale, (y + grid.y + 0.5) / scale]
      const isBeyond = docX < area.x || docY < area.y || docX > area.x + area.width || docY > area.y + area.height
      shadowPixel(levels, uniforms, x + grid.x + 0.5, y + grid.y + 0.5).forEach((channel, i) => {
        const byte = bytes[(y * grid.width + x) * 4 + i] ?? 0
        worst = Math.max(worst, Math.abs(255 * channel - byte))
        most = Math.max(most, byte)
        if (isBeyond) beyond = Math.max(beyond, byte)
      })
    }
  expect(worst).toBeLessThan(2)
  expect(most).toBeGreaterThan(20)
  expect(beyond).toBe(0)
})

it.each(['drop', 'ground'] as const)('a %s shadow has the same bytes in tiles and as a whole', async (type) => {
  await expectSameInTiles({ width: 240, height: 220 }, (part) => painted({ type }, { ...part, scale: 1 }))
})
