import { expect, it } from 'vitest'
import { placeholderFill } from './placeholderFill.ts'

const [width, height] = [48, 40]

/**
 * Returns the placeholder of a red square whose mask ends 2 px inside, on a background that becomes bluer to the right.
 */
function fillSquare() {
  const photo = new Uint8ClampedArray(4 * width * height)
  const coverage = new Uint8Array(width * height)
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [at % width, Math.floor(at / width)]
    const inside = Math.min(x - 12, 35 - x, y - 10, 29 - y) // distance from the square's edge, px; negative outside
    coverage[at] = inside >= 0 ? 255 : 0
    photo.set(inside >= -2 ? [255, 0, 0, 255] : [40, 80, 100 + 3 * x, 255], 4 * at)
  }
  return { out: placeholderFill(photo, { width, height, coverage }), coverage }
}

it("the placeholder has the colours around the hole instead of the object's colours", () => {
  const { out, coverage } = fillSquare()
  for (let at = 0; at < coverage.length; at++) {
    if (!coverage[at]) continue
    const [red = 0, green = 0, blue = 0, alpha] = out.subarray(4 * at)
    expect([red, green, alpha]).toEqual([40, 80, 255])
    expect(Math.abs(blue - 100 - 3 * (at % width)), "the fill continues the background's gradient").toBeLessThan(35)
  }
})

it('the colours of the placeholder change smoothly', () => {
  const { out, coverage } = fillSquare()
  for (let at = 1; at < coverage.length; at++)
    if (coverage[at] && coverage[at - 1]) expect(Math.abs(out[4 * at + 2]! - out[4 * at - 2]!)).toBeLessThan(12)
})

it('the placeholder is transparent outside the hole', () => {
  expect(fillSquare().out.subarray(0, 4 * width)).toEqual(new Uint8ClampedArray(4 * width))
})
