import { expect, it } from 'vitest'
import { quantizeLayers } from './TiledEstimator.ts'

/** Returns every coverage with several photo colors and estimates, and the quantized bytes. */
function all() {
  const codes = [0, 1, 77, 128, 200, 254, 255]
  const estimates = [0, 0.3, 0.7, 1]
  const cases = Array.from({ length: 256 }, (_, share) =>
    codes.flatMap((code) => estimates.map((estimate) => ({ share, code, estimate }))),
  ).flat()
  const foreground = Float32Array.from(cases.flatMap(({ estimate }) => [estimate, 1 - estimate, 0.5]))
  const given = {
    rgba: cases.flatMap(({ code }) => [code, code, code, 255]),
    coverage: cases.map(({ share }) => share),
    colors: { foreground, background: new Float32Array(foreground.length) },
  }
  return { cases, given, bytes: quantizeLayers(given) }
}

it('the foreground and the background of each pixel recombine to the photo within one level', () => {
  const { cases, bytes } = all()
  const off = cases.map(({ share, code }, at) =>
    Math.max(
      ...[0, 1, 2].map((c) => {
        const sum = (share * bytes.foreground[4 * at + c]! + (255 - share) * bytes.background[4 * at + c]!) / 255
        return Math.abs(Math.round(sum) - code)
      }),
    ),
  )
  expect(Math.max(...off)).toBeLessThanOrEqual(1)
})

it('the foreground equals the photo at full coverage, and the background at coverage 0', () => {
  const { cases, bytes } = all()
  cases.forEach(({ share, code }, at) => {
    if (share === 255) expect([...bytes.foreground.subarray(4 * at, 4 * at + 3)]).toEqual([code, code, code])
    if (share === 0) expect([...bytes.background.subarray(4 * at, 4 * at + 3)]).toEqual([code, code, code])
  })
})

it("quantizeLayers stores each pixel's visible fraction as the pixel's alpha", () => {
  const { cases, bytes } = all()
  cases.forEach(({ share }, at) => {
    expect(bytes.foreground[4 * at + 3]).toBe(Math.max(1, share))
    expect(bytes.background[4 * at + 3]).toBe(Math.max(1, 255 - share))
  })
})

it("quantizeLayers doesn't change a foreground color that has a valid background color", () => {
  const { foreground, background } = quantizeLayers({
    rgba: [128, 128, 128, 255],
    coverage: [128],
    colors: { foreground: Float32Array.of(0.8, 0.5, 0.2), background: new Float32Array(3) },
  })
  expect([...foreground.subarray(0, 3)]).toEqual([204, 128, 51])
  expect([...background.subarray(0, 3)]).toEqual([51, 128, 206])
})
