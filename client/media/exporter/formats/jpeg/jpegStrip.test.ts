/** Tests that the kernel writes the bytes that the former encoder in TypeScript wrote. */
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { createJpegEncoder } from '../../fixtures/encodeWhole.ts'
import { type Content, makePicture } from '../../fixtures/pictures.ts'

/**
 * Width, height (px), content and quality of each image, then the number of bytes of its scan and the start of the
 * scan's SHA-256.
 */
const RECORDED: readonly [number, number, Content, number, number, string][] = [
  [131, 77, 'smooth', 40, 203, 'dc39727964fae679'],
  [131, 77, 'smooth', 75, 210, '6f068b80632fde71'],
  [131, 77, 'smooth', 89, 220, '81dc394a0e8bea1f'],
  [131, 77, 'smooth', 90, 427, 'abfe9b937d4ac75f'],
  [131, 77, 'smooth', 100, 536, '3fb54fd2131ac135'],
  [131, 77, 'noise', 40, 3853, '1342ce64f4cd9eb2'],
  [131, 77, 'noise', 75, 6660, '8f48f0e64265e4bf'],
  [131, 77, 'noise', 89, 9530, 'd145ef2586ea1cfb'],
  [131, 77, 'noise', 90, 23280, '923433b0ac161201'],
  [131, 77, 'noise', 92, 24953, '06abe0ff6c75e6b8'],
  [131, 77, 'noise', 100, 44332, '94733885e4b0fd2c'],
  [70, 33, 'gradient', 40, 138, '120484942fb67de6'],
  [70, 33, 'gradient', 75, 170, '98cd8ddeb52ec6f7'],
  [70, 33, 'gradient', 89, 233, '6f737d3cc123b378'],
  [70, 33, 'gradient', 90, 373, '8869b16310ef7941'],
  [70, 33, 'gradient', 92, 409, '3ae31de5b2aa1095'],
  [70, 33, 'gradient', 100, 615, 'ff32483968d789a3'],
  [1, 1, 'noise', 40, 6, '65c844a5447ceb8e'],
  [1, 1, 'noise', 75, 7, 'ea740cae9a26630b'],
  [1, 1, 'noise', 89, 7, '3a5e6e62414ba51c'],
  [1, 1, 'noise', 90, 6, 'f374bbd29b318d24'],
  [1, 1, 'noise', 92, 6, 'f374bbd29b318d24'],
  [1, 1, 'noise', 100, 7, 'b52359492f2733a7'],
  [16, 16, 'noise', 40, 92, 'b985e58a22857459'],
  [16, 16, 'noise', 75, 155, '61e0e2aacad41009'],
  [16, 16, 'noise', 89, 225, 'c7d5f5d074d0ff58'],
  [16, 16, 'noise', 90, 564, '6ea27bccfd915704'],
  [16, 16, 'noise', 92, 604, '92bda398fa1f670d'],
  [16, 16, 'noise', 100, 1070, 'b7fcf7c249469beb'],
  [300, 200, 'smooth', 40, 1057, '5a921e55896fea96'],
  [300, 200, 'smooth', 75, 1090, 'de653bb59858cb94'],
  [300, 200, 'smooth', 89, 1142, '21b4a14f9320f70b'],
  [300, 200, 'smooth', 90, 2215, 'dd3853b1080a4a0e'],
  [300, 200, 'smooth', 100, 2833, '68a2e908a19fd0bc'],
]

it.each(RECORDED)('encoding a JPEG of %d × %d px of %s at quality %d gives the recorded bytes', (...recorded) => {
  const [width, height, content, quality, length, sha256] = recorded
  const rgba = makePicture({ width, height }, content, true, 5)
  const strip = { width, rows: height, y: 0, isLast: true, rgba, above: null }
  const { chunk } = createJpegEncoder(quality)(strip)
  expect(chunk.length).toBe(length)
  expect(createHash('sha256').update(chunk).digest('hex').slice(0, 16)).toBe(sha256)
})

it("encoding a strip doesn't change the bytes of later strips", () => {
  const size = { width: 61, height: 32 }
  const strip = { ...size, rows: 32, y: 8, isLast: false, rgba: makePicture(size, 'noise', true), above: null }
  const fresh = createJpegEncoder(92)(strip).chunk.slice()
  const used = createJpegEncoder(92)
  const larger = { width: 300, height: 400 }
  used({ ...larger, rows: 400, y: 0, isLast: true, rgba: makePicture(larger, 'noise', true), above: null })
  expect(used(strip).chunk.slice()).toEqual(fresh)
})
