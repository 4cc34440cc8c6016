import { describe, expect, it } from 'vitest'
import { type Point, rotatePoint } from '#client/kit/geometry/geometry.ts'
import { defaults } from '#client/kit/values/fields.ts'
import type { AssetId, LayerId } from '#client/kit/values/ids.ts'
import type { MatteAsset } from '#client/model/assets/store.ts'
import { cropFields } from '#client/model/document/crop.ts'
import { type DocumentSnapshot, emptyDocument, type LayerBase } from '#client/model/document/document.ts'
import type { Placed } from '#client/render/kind.ts'
import { subjectFields } from '#client/render/objects/subjectFields.ts'
import { hiddenFraction } from './occlusion.ts'
import { coveredHead, isReadable, LEGIBLE, mostReadable } from './readability.ts'

const SIZE = { width: 200, height: 100 }
const layer: LayerBase = { id: 'l' as LayerId, kind: 'text', placement: 'background' }
const subject: LayerBase = {
  ...defaults(subjectFields),
  id: 's' as LayerId,
  kind: 'subject',
  placement: 'foreground',
}
const doc: DocumentSnapshot = {
  ...emptyDocument(),
  photo: { asset: 'p' as AssetId, name: 'p.png', hasAlpha: false, ...SIZE },
  separation: { matte: 'm' as AssetId, model: '', box: { x: 0, y: 0, ...SIZE } },
  layers: { [subject.id]: subject },
  order: [subject.id],
}

/** Returns a matte from a function that returns the coverage (0..255) of each pixel. */
const matteOf = (coverageAt: (x: number, y: number) => number): MatteAsset => ({
  kind: 'matte',
  id: 'm' as AssetId,
  ...SIZE,
  coverage: Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, i) =>
    coverageAt(i % SIZE.width, Math.floor(i / SIZE.width)),
  ),
})
/** Returns a matte that covers the columns of pixels from `left` to `right`. */
const bar = (left: number, right: number) => matteOf((x) => (x >= left && x < right ? 255 : 0))

/** Returns the boxes of letters of equal width in one line. `lengths`: number of letters per word. */
function lineOf(...lengths: number[]) {
  const width = 2 / lengths.reduce((sum, length) => sum + length, 0)
  return lengths.map((length, word) => {
    const before = lengths.slice(0, word).reduce((sum, each) => sum + each, 0)
    return Array.from({ length }, (_, i) => ({ x: -1 + (before + i) * width, y: -1, width, height: 2 }))
  })
}
/** Coverage of a subject in the middle of the image. */
const centerCovered = (x: number, y: number) => (Math.abs(x - 100) < 40 && Math.abs(y - 50) < 25 ? 255 : 0)
const boxOf = (width: number, height: number): Placed => ({
  center: { x: 100, y: 50 },
  size: { width, height },
  rotation: 0,
})
/** Returns a text layer of 8 letters at its full size and at half its size. */
const sizes = (width: number, height: number) => [1, 0.5].map((by) => textOf(boxOf(by * width, by * height), 8))
const textOf = (box: Placed, ...lengths: number[]) => ({ box, outline: box, words: lineOf(...lengths) })

it.each([
  ['most of one letter inside a word', bar(100, 115), [10], true],
  ['a whole letter', bar(80, 120), [5], false],
  ['half of the middle letter of three', bar(82, 118), [3], true],
  ['most of the middle letter of three', bar(70, 120), [3], false],
  ['the last letter of a short word', bar(180, 200), [6, 4], false],
  ['a short word of a long text layer', bar(140, 200), [7, 3], false],
  ['two letters of a word', bar(100, 140), [10], false],
  ['a small part of each letter', matteOf((_, y) => (y < 42 ? 255 : 0)), [6, 4], true],
  ['half of each letter', matteOf((_, y) => (y < 50 ? 255 : 0)), [6, 4], false],
  ['the upper half of each letter', matteOf((_, y) => (y < 50 ? 255 : 0)), [4], false],
  ['the lower half of each letter', matteOf((_, y) => (y < 50 ? 0 : 255)), [4], true],
] as const)('isReadable judges text with %s behind the subject by its least readable word', (_, matte, lengths, is) => {
  expect(isReadable(layer, textOf(boxOf(200, 20), ...lengths), doc, matte)).toBe(is)
})

it('at the level LEGIBLE, isReadable accepts two mostly hidden letters but not a hidden word', () => {
  const text = (...lengths: number[]) => textOf(boxOf(200, 20), ...lengths)
  expect(isReadable(layer, text(10), doc, bar(84, 116), LEGIBLE)).toBe(true)
  expect(isReadable(layer, text(4, 2, 4), doc, bar(80, 120), LEGIBLE)).toBe(false)
})

describe('the most readable position of a text layer', () => {
  const rightHalf = bar(100, 200)

  it('mostReadable reduces the font size until all letters fit next to the subject', () => {
    const best = mostReadable(layer, sizes(160, 30), doc, rightHalf)
    expect(best.box.size.height).toBe(15)
    expect(hiddenFraction(layer, best.box, doc, rightHalf)).toBe(0)
  })

  it('mostReadable accepts two partly hidden letters instead of halving the font size', () => {
    const best = mostReadable(layer, sizes(180, 20), doc, bar(90, 112))
    expect(best).toMatchObject({ box: { size: { height: 20 } }, isReadable: true })
  })

  it("mostReadable doesn't reduce the font size when only the lower edge of the letters is hidden", () => {
    const lower = matteOf((_, y) => (y < 26 ? 0 : 255)) // the letters are 30 px high
    const best = mostReadable(layer, sizes(160, 30), doc, lower)
    expect(best.box.size.height).toBe(30)
    expect(best.box.center.y).toBeLessThanOrEqual(20)
  })

  it('mostReadable prefers one completely hidden letter to many mostly hidden letters', () => {
    // In the upper half of the image, a vertical bar covers one letter. In the lower half, the coverage is 90%
    // everywhere.
    const matte = matteOf((x, y) => (y < 50 ? (x >= 100 && x < 118 ? 255 : 0) : 230))
    const best = mostReadable(layer, sizes(180, 20).slice(0, 1), doc, matte)
    expect(best.box.center.y).toBeLessThan(50)
  })

  it('mostReadable accepts one mostly hidden letter instead of moving centered text sideways', () => {
    const best = mostReadable(layer, sizes(60, 20).slice(0, 1), doc, bar(100, 105))
    expect(best.box.center.x).toBe(100)
  })

  it('mostReadable returns only positions that its caller allows', () => {
    const best = mostReadable(layer, sizes(160, 20), doc, bar(0, 0), ({ y }) => y >= 70)
    expect(best.box.center.y - best.box.size.height / 2).toBeGreaterThanOrEqual(70)
  })

  it('if no position is readable, mostReadable hides as few letters of the worst word as possible', () => {
    const best = mostReadable(layer, sizes(160, 20).slice(0, 1), doc, bar(30, 170))
    expect(best.isReadable).toBe(false)
    const right = mostReadable(layer, sizes(160, 20).slice(0, 1), doc, bar(0, 150))
    expect(right.box.center.x, 'the text is at the free side').toBeGreaterThan(105)
  })

  it('mostReadable avoids hiding half of a letter, but prefers a place where the subject touches the text', () => {
    const band = matteOf((_, y) => (y >= 40 && y < 60 ? 255 : 0))
    const best = mostReadable(layer, sizes(180, 20).slice(0, 1), doc, band)
    const top = best.box.center.y - 10
    const hidden = Math.max(0, Math.min(top + 20, 60) - Math.max(top, 40)) / 20
    expect(hidden).toBeGreaterThan(0.05)
    expect(hidden).toBeLessThanOrEqual(0.5)
  })

  it('mostReadable avoids a place where one letter does not contrast with the photo', () => {
    const ground = {
      luminanceAt: ({ x, y }: Point) => (x > 150 && y > 30 && y < 70 ? 0 : 1),
      faintness: (letters: readonly number[]) => 1 - Math.min(...letters),
    }
    const [one, nothing] = [sizes(180, 20).slice(0, 1), bar(0, 0)]
    expect(mostReadable(layer, one, doc, nothing).box.center.y).toBe(50)
    const best = mostReadable(layer, one, doc, nothing, () => true, ground)
    expect(Math.abs(best.box.center.y - 50)).toBeGreaterThanOrEqual(27)
  })

  it('mostReadable keeps text centered on an axis, even if no position on the axis is readable', () => {
    const best = mostReadable(layer, sizes(60, 20).slice(0, 1), doc, bar(60, 200), () => true, null, 0)
    expect([best.box.center.x, best.isReadable]).toEqual([100, false])
  })

  it.each([0, 2, -2, 90, 180, -90])('mostReadable finds a readable place on an axis rotated by %s°', (rotation) => {
    const box = { ...boxOf(40, 10), rotation }
    const text = { box, outline: box, words: lineOf(8) }
    const best = mostReadable(layer, [text], doc, matteOf(centerCovered), () => true, null, rotation)
    const { x, y } = best.box.center
    expect(best.isReadable).toBe(true)
    expect(rotatePoint({ x: x - 100, y: y - 50 }, -rotation).x).toBeCloseTo(0)
  })

  it('mostReadable avoids areas that social apps cover, if the text stays readable', () => {
    const story = { ...doc, crop: { ...defaults(cropFields), x: 72, width: 56, height: 100 } } as DocumentSnapshot
    const topOf = (free: number) => {
      const best = mostReadable(
        layer,
        sizes(40, 20),
        story,
        matteOf((_, y) => (y < free ? 0 : 255)),
      )
      return best.box.center.y - best.box.size.height / 2
    }
    expect(topOf(40)).toBeGreaterThanOrEqual(12)
    expect(topOf(26), 'a smaller text').toBeGreaterThanOrEqual(12)
    expect(topOf(16), 'no room below the strip').toBeLessThan(12)
  })

  it("mostReadable keeps a text layer's outline within the image", () => {
    const { box } = textOf(boxOf(160, 20), 8)
    const outline = { ...box, size: { width: 160, height: 40 } }
    const lower = matteOf((_, y) => (y < 26 ? 0 : 255))
    const best = mostReadable(layer, [{ box, outline, words: lineOf(8) }], doc, lower)
    expect(best.box.center.y).toBeGreaterThanOrEqual(20)
  })
})

it("coveredHead is smaller for text over the subject's lower part than for text over the head", () => {
  const at = (y: number) => coveredHead({ ...boxOf(100, 20), center: { x: 100, y } }, doc, bar(50, 150))
  expect(at(20)).toBeCloseTo(0.64, 1)
  expect(at(80)).toBeCloseTo(0.04, 1)
})
