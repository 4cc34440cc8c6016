import { expect, it } from 'vitest'
import { placeholderFill } from './placeholderFill.ts'

const [width, height] = [48, 40]

/**
 * Returns the placeholder for a red square on a background that becomes bluer to the right. The mask is 2 px smaller
 * than the square on each side.
 */
function fillSquare() {
  const photo = new Uint8ClampedArray(4 * width * height)
  const coverage = new Uint8Array(width * height)
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [at % width, Math.floor(at / width)]
    // distance from the square's edge, px; negative outside the square
    const inside = Math.min(x - 12, 35 - x, y - 10, 29 - y)
    coverage[at] = inside >= 0 ? 255 : 0
    photo.set(inside >= -2 ? [255, 0, 0, 255] : [40, 80, 100 + 3 * x, 255], 4 * at)
  }
  return { out: placeholderFill(photo, { width, height, coverage, beside: null }), coverage }
}

it("the placeholder fill uses the colors around the hole, not the erased object's colors", () => {
  const { out, coverage } = fillSquare()
  for (let at = 0; at < coverage.length; at++) {
    if (!coverage[at]) continue
    const [red = 0, green = 0, blue = 0, alpha] = out.subarray(4 * at)
    expect([red, green, alpha]).toEqual([40, 80, 255])
    expect(Math.abs(blue - 100 - 3 * (at % width)), "the fill continues the background's gradient").toBeLessThan(35)
  }
})

it('the colors of the placeholder fill change smoothly', () => {
  const { out, coverage } = fillSquare()
  for (let at = 1; at < coverage.length; at++)
    if (coverage[at] && coverage[at - 1]) expect(Math.abs(out[4 * at + 2]! - out[4 * at - 2]!)).toBeLessThan(12)
})

it('the placeholder fill is transparent outside the hole', () => {
  expect(fillSquare().out.subarray(0, 4 * width)).toEqual(new Uint8ClampedArray(4 * width))
})

it("the placeholder fill doesn't use or cover pixels of the subject next to the hole", () => {
  const half = Uint8Array.from({ length: width * height }, (_, at) => (at % width < width / 2 ? 255 : 0))
  const photo = Uint8ClampedArray.from({ length: 4 * width * height }, (_, i) => {
    const x = (i >> 2) % width
    return [x < 24 ? 250 : 40, x < 24 ? 0 : 80, x < 36 ? 250 : 100, 255][i % 4] as number
  })
  const coverage = Uint8Array.from(half, (_, at) => (at % width >= 24 && at % width < 34 ? 255 : 0))
  const out = placeholderFill(photo, { width, height, coverage, beside: [...half] })
  const pixel = (x: number) => [...out.subarray(4 * (20 * width + x), 4 * (20 * width + x) + 4)]
  expect(pixel(23)[3]).toBe(0)
  expect(pixel(25)).toEqual([40, 80, 100, 255])
})

it('the placeholder fill covers the whole mask, including a wide soft edge', () => {
  const coverage = Uint8Array.from({ length: width * height }, (_, at) =>
    Math.max(0, 255 - 12 * Math.abs((at % width) - 24)),
  )
  const out = placeholderFill(new Uint8ClampedArray(4 * width * height).fill(255), {
    width,
    height,
    coverage,
    beside: null,
  })
  const shown = Array.from({ length: width }, (_, x) => x).filter((x) => out[4 * x + 3])
  expect([shown[0], shown.at(-1)]).toEqual([12, 36])
})
