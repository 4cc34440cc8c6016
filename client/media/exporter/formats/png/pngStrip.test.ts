import { deflateSync, crc32 as zlibCrc32 } from 'node:zlib'
import fc from 'fast-check'
import { PNG } from 'pngjs'
import { expect, it } from 'vitest'
import { adler32, chunksOf, combineAdler32, crc32 } from '#client/kit/pixels/png/chunks.ts'
import { createPngEncoder, encodeWholePng } from '../../fixtures/encodeWhole.ts'
import { CONTENTS, makePicture } from '../../fixtures/pictures.ts'

const decode = (file: Uint8Array) => new Uint8Array(PNG.sync.read(Buffer.from(file)).data)

/**
 * Returns the index of the first differing byte, −1 for equal arrays, or the length of `a` for different lengths.
 * Faster than an assertion on whole images.
 */
const firstDifference = (a: Uint8Array, b: Uint8Array) =>
  a.length === b.length ? a.findIndex((value, i) => value !== b[i]) : a.length

it('a PNG is lossless for any size, content and division into strips', () => {
  const anySize = fc.record({ width: fc.integer({ min: 1, max: 70 }), height: fc.integer({ min: 1, max: 40 }) })
  const any = fc.tuple(
    anySize,
    fc.constantFrom(...CONTENTS),
    fc.boolean(),
    fc.integer({ min: 1, max: 40 }),
    fc.nat(9999),
  )
  fc.assert(
    fc.property(any, ([size, content, opaque, rowsPerStrip, seed]) => {
      const rgba = makePicture(size, content, opaque, seed + 1)
      expect(firstDifference(decode(encodeWholePng(size, rgba, opaque, rowsPerStrip)), rgba)).toBe(-1)
    }),
    { numRuns: 200 },
  )
})

it('the PNG of an opaque image has no alpha channel', () => {
  const size = { width: 20, height: 10 }
  for (const opaque of [true, false]) {
    const file = Uint8Array.from(encodeWholePng(size, makePicture(size, 'gradient', opaque), opaque))
    const chunks = [...chunksOf(file)]
    expect(chunks.map((chunk) => chunk.name)).toEqual(['IHDR', 'sRGB', 'IDAT', 'IDAT', 'IDAT', 'IEND'])
    expect(chunks[0]?.data[9]).toBe(opaque ? 2 : 6)
  }
})

it("encoding a strip doesn't change the bytes of later strips", () => {
  const size = { width: 61, height: 33 }
  const strip = { width: 61, rows: 33, y: 0, isLast: true, rgba: makePicture(size, 'smooth', true), above: null }
  const fresh = createPngEncoder(true)(strip)
  const used = createPngEncoder(true)
  used({ ...strip, width: 200, rows: 90, rgba: makePicture({ width: 200, height: 90 }, 'noise', false) })
  expect(used(strip)).toEqual(fresh)
})

it('a 1000 × 500 px image in one color compresses to less than 4 kB', () => {
  const size = { width: 1000, height: 500 }
  expect(encodeWholePng(size, makePicture(size, 'flat', true), true).length).toBeLessThan(4000)
})

it('the PNG of a pattern that repeats every two rows has less than a tenth of the raw size', () => {
  const tile = makePicture({ width: 200, height: 2 }, 'noise', true)
  const tiles = new Uint8Array(100 * tile.length)
  for (let i = 0; i < 100; i++) tiles.set(tile, i * tile.length)
  expect(encodeWholePng({ width: 200, height: 200 }, tiles, true).length).toBeLessThan(0.1 * 3 * 200 * 200)
})

it('the PNG of noise is at most 2% larger than the raw pixels', () => {
  const size = { width: 400, height: 300 }
  const file = encodeWholePng(size, makePicture(size, 'noise', false), false)
  expect(file.length).toBeLessThan(1.02 * 4 * 400 * 300)
})

it("CRC-32 and Adler-32 equal zlib's checksums for any bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 9000 }), fc.nat(9000), (bytes, cut) => {
      expect(crc32(bytes)).toBe(zlibCrc32(bytes))
      const [head, tail] = [bytes.subarray(0, cut), bytes.subarray(cut)]
      expect(combineAdler32(adler32(head), adler32(tail), tail.length)).toBe(adler32(bytes))
    }),
  )
  const white = new Uint8Array(100_000).fill(255) // white maximizes the sums of the Adler-32
  expect(adler32(white)).toBe(deflateSync(white).readUInt32BE(deflateSync(white).length - 4))
})
