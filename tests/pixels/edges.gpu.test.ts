/**
 * Tests the colors at the subject's edge. Over a new background, the edge shows only the subject's colors. Without a
 * layer in between, the photo's pixels don't change.
 */
import { expect, it } from 'vitest'
import type { Size } from '#client/kit/geometry/geometry.ts'
import { newLayer } from '#client/layers/registry.ts'
import { colorBackdrop } from '#client/model/document/backdrop.ts'
import { difference, sharedRenderer } from '../helpers/gpu.ts'
import { edgeError, mixtureOf } from '../helpers/mixture.ts'
import { painted } from '../helpers/painted.ts'
import { separatedBy } from '../helpers/scene.ts'

const SMALL = { width: 200, height: 150 }
/** A size that is estimated in tiles. */
const LARGE = { width: 1300, height: 300 }

const renderer = await sharedRenderer()

async function sceneOf(size: Size) {
  const mixture = mixtureOf(size)
  return { session: await separatedBy(mixture), ...mixture }
}

/** Composites the true foreground over one color. */
function over(mixture: { front: ArrayLike<number>; coverage: Uint8Array }, rgba: readonly number[]): Uint8ClampedArray {
  return Uint8ClampedArray.from({ length: mixture.coverage.length * 4 }, (_, i) => {
    const share = (mixture.coverage[i >> 2] ?? 0) / 255
    return i % 4 === 3 ? 255 : share * (mixture.front[i] ?? 0) + (1 - share) * (rgba[i % 4] ?? 0)
  })
}

it.each([
  ['#ffffff', [255, 255, 255]],
  ['#000000', [0, 0, 0]],
  ['#00ff00', [0, 255, 0]],
])("the subject's edge doesn't show the original background over the color %s", async (color, rgba) => {
  const { session, ...mixture } = await sceneOf(SMALL)
  session.doc.backdrop = colorBackdrop({ color, opacity: 100 })
  const truth = over(mixture, rgba)
  const naive = over({ ...mixture, front: mixture.rgba }, rgba)
  expect(edgeError(naive, truth, mixture.coverage)).toBeGreaterThan(15)
  expect(edgeError(await painted(renderer, session), truth, mixture.coverage)).toBeLessThan(4)
})

it.each([
  ['small', SMALL],
  ['large', LARGE],
])("the subject's edge doesn't show the original background in a %s photo", async (_, size) => {
  const { session, ...mixture } = await sceneOf(size)
  session.doc.backdrop = { type: 'transparent' }
  expect(edgeError(await painted(renderer, session), mixture.front, mixture.coverage)).toBeLessThan(4)
  session.doc.backdrop = { type: 'original' }
  const values = { text: '████████', color: '#00ff00', fontSize: 0.9 * size.height, placement: 'background' } as const
  newLayer(session.doc, 'text', values)
  const pixels = await painted(renderer, session)
  const isGreen = (at: number) => pixels[4 * at + 1]! > 250 && pixels[4 * at]! < 5 && pixels[4 * at + 2]! < 5
  const before = mixture.coverage.map((share, at) =>
    isGreen(at - (at % size.width) + size.width / 2 + 20) ? share : 0,
  )
  expect(before.filter((share) => share > 13 && share < 242).length).toBeGreaterThan(100)
  expect(edgeError(pixels, over(mixture, [0, 255, 0]), before)).toBeLessThan(4)
})

it.each([
  ['small', SMALL],
  ['large', LARGE],
])('a %s photo with a layer behind the subject changes by at most one level at the subject’s edge', async (_, size) => {
  const { session, rgba, coverage } = await sceneOf(size)
  expect(difference(await painted(renderer, session), rgba).count).toBe(0)
  newLayer(session.doc, 'text', { ...DOT })
  const pixels = await painted(renderer, session)
  let [inBand, outside] = [0, 0]
  coverage.forEach((share, at) => {
    if (at % size.width > 0.8 * size.width) return // ignores the right part, where the dot is
    for (let c = 0; c < 4; c++) {
      const off = Math.abs(pixels[4 * at + c]! - rgba[4 * at + c]!)
      if (share === 0 || share === 255) outside = Math.max(outside, off)
      else inBand = Math.max(inBand, off)
    }
  })
  expect(inBand).toBeLessThanOrEqual(1)
  expect(outside).toBe(0)
})

const DOT = { text: '.', fontSize: 10, placement: 'background', position: { horizontal: 95, vertical: 50 } } as const

it("the subject's edge in a preview at scale 0.3 equals the photo's", async () => {
  const { session } = await sceneOf(LARGE)
  const scale = 0.3
  const plain = await painted(renderer, session, { scale })
  newLayer(session.doc, 'text', { ...DOT })
  const width = Math.round(LARGE.width * scale)
  const isDot = (i: number) => (i >> 2) % width > 0.8 * width
  const pixels = await painted(renderer, session, { scale })
  const beside = (bytes: Uint8Array) => bytes.filter((_, i) => !isDot(i))
  expect(difference(beside(pixels), beside(plain)).largest).toBeLessThanOrEqual(2)
})
