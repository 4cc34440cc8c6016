import { PNG } from 'pngjs'
import { expect, it } from 'vitest'
import { uint32 } from '#client/kit/bytes/bytes.ts'
import { chunk } from '#client/kit/pixels/png/chunks.ts'
import { writePng } from '#client/kit/pixels/png/writePng.ts'
import { randomFrom } from '../../../../../tests/helpers/random.ts'
import { anyPng, PNG_KINDS } from '../../fixtures/anyPng.ts'
import { decodePng } from './decodePng.ts'
import { reconstructRow } from './scanlines.ts'

/**
 * Makes fully transparent pixels black. Pixels that a tRNS chunk makes transparent are black in pngjs, but the product
 * preserves their color.
 */
function blackenClear(rgba: Uint8ClampedArray): Uint8ClampedArray {
  for (let i = 0; i < rgba.length; i += 4) if (rgba[i + 3] === 0) rgba.fill(0, i, i + 3)
  return rgba
}

it.each(PNG_KINDS)(
  'decodePng and pngjs decode color type $colorType of $depth bits to equal pixels (interlaced: $isInterlaced)',
  async (kind) => {
    const random = randomFrom(7)
    for (const [width, height] of [
      [1, 1],
      [3, 2],
      [5, 9],
      [8, 8],
      [17, 13],
      [64, 33],
    ] as const) {
      const file = await anyPng({ width, height }, kind, random)
      const known = PNG.sync.read(Buffer.from(file))
      const read = await decodePng(file)
      expect([read.width, read.height]).toEqual([width, height])
      const seen = kind.colorType === 0 || kind.colorType === 2 ? blackenClear(read.rgba) : read.rgba
      expect(seen.findIndex((value, i) => value !== known.data[i])).toBe(-1)
    }
  },
)

it("decodePng doesn't change any color at any alpha", async () => {
  const rgba = new Uint8Array(4 * 256 * 16).map((_, i) => (i % 4 === 3 ? (i >> 2) & 255 : (i * 7) & 255))
  const file = await writePng({ width: 256, height: 16 }, rgba)
  const read = await decodePng(new Uint8Array(await file.arrayBuffer()))
  expect(read.rgba.findIndex((value, i) => value !== rgba[i])).toBe(-1)
})

it('decodePng returns only those color chunks of a PNG that take precedence', async () => {
  const profile = chunk('iCCP', [1, 2, 3])
  const primaries = chunk('cHRM', [4])
  const gamma = chunk('gAMA', [5])
  const colors = async (...extra: Uint8Array[]) =>
    (
      await decodePng(
        await anyPng({ width: 2, height: 2 }, { colorType: 6, depth: 8, isInterlaced: false }, Math.random, extra),
      )
    ).colorChunks
  expect(await colors()).toEqual([])
  expect(await colors(gamma, primaries)).toEqual([gamma, primaries])
  expect(await colors(gamma, chunk('sRGB', [0]))).toEqual([])
  expect(await colors(gamma, profile)).toEqual([profile])
})

it('decodePng rejects a file truncated at any position', async () => {
  const file = await anyPng({ width: 9, height: 9 }, { colorType: 6, depth: 8, isInterlaced: true }, randomFrom(3))
  for (let length = 0; length < file.length - 30; length += 7)
    await expect(decodePng(file.slice(0, length))).rejects.toThrow()
})

it('reconstructRow rejects an unknown filter type', () => {
  expect(() => reconstructRow(5, new Uint8Array(4), new Uint8Array(4), 4)).toThrow('type 5')
})

const TWO = { width: 2, height: 1 }

it.each([
  [0, 0],
  [0, 1],
  [0, 4],
  [2, 0],
  [2, 2],
  [2, 5],
])('in a PNG of color type %d, decodePng ignores a tRNS chunk of %d bytes', async (colorType, length) => {
  const channels = colorType === 0 ? 1 : 3
  const file = await writePng(TWO, new Uint8Array(2 * channels), {
    channels,
    extra: [chunk('tRNS', new Uint8Array(length))],
  })
  expect([...(await decodePng(new Uint8Array(await file.arrayBuffer()))).rgba]).toEqual([0, 0, 0, 255, 0, 0, 0, 255])
})

it("decodePng rejects a file whose first chunk isn't IHDR", async () => {
  const file = await anyPng(TWO, { colorType: 6, depth: 8, isInterlaced: false }, randomFrom(3))
  const other = chunk('fAKE', [...uint32(1), ...uint32(1), 8, 6, 0, 0, 0])
  const evil = Uint8Array.from([...file.subarray(0, 8), ...other, ...file.subarray(8)])
  await expect(decodePng(evil)).rejects.toThrow('no header')
})
