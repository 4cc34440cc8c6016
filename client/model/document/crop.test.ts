import { describe, expect, it } from 'vitest'
import { transformPoint } from '#client/kit/geometry/affine.ts'
import { expandRect } from '#client/kit/geometry/rect.ts'
import { defaults } from '#client/kit/values/fields.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import {
  type Crop,
  cropFields,
  cropOf,
  FORMATS,
  fittedFrame,
  isOnCanvas,
  largestFrame,
  pictureRect,
  ratioOf,
  turnedSize,
  turnMap,
} from './crop.ts'
import {
  essentialCrop,
  flipCrop,
  moveCrop,
  resizeCrop,
  rotateCrop,
  scaleCrop,
  straightenCrop,
  withFormat,
  withSide,
} from './cropEdits.ts'
import { emptyDocument } from './document.ts'

const CANVAS = { width: 400, height: 300 }
const WHOLE: Crop = { ...defaults(cropFields), ...CANVAS }

function documentWith(crop: Crop | null, size = CANVAS) {
  const doc = emptyDocument()
  doc.photo = { asset: 'p' as AssetId, name: 'p.jpg', ...size, hasAlpha: false }
  doc.crop = crop
  return doc
}

const rect = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })
const isInside = (crop: Crop) => isOnCanvas(crop, crop.angle, turnedSize(crop, CANVAS))

describe("the crop's image", () => {
  it('without a crop, the image is the whole canvas', () => {
    expect(pictureRect(documentWith(null))).toEqual({ x: 0, y: 0, ...CANVAS })
    expect(pictureRect(emptyDocument())).toEqual({ x: 0, y: 0, width: 0, height: 0 })
    expect(cropOf(documentWith(null))).toEqual(WHOLE)
  })

  it("the image is the crop's frame, clipped to a smaller canvas", () => {
    const crop = { ...WHOLE, format: 'free' as const, ...rect(250, 20, 100, 50) }
    expect(pictureRect(documentWith(crop))).toEqual(rect(250, 20, 100, 50))
    expect(pictureRect(documentWith(crop, { width: 200, height: 300 }))).toEqual(rect(100, 20, 100, 50))
    expect(pictureRect(documentWith(crop, { width: 50, height: 300 }))).toEqual(rect(0, 32.5, 50, 25))
  })

  it("essentialCrop returns null only for a crop that doesn't change the image", () => {
    expect(essentialCrop(WHOLE, CANVAS)).toBeNull()
    const changes = [{ x: 1 }, { angle: 1 }, { quarterTurns: 2 }, { isMirrored: true }, { format: 'free' as const }]
    for (const change of changes) expect(essentialCrop({ ...WHOLE, ...change }, CANVAS)).not.toBeNull()
  })
})

describe('mapping points with turnMap, which rotates and flips the canvas', () => {
  it('turnMap maps the top left corner exactly in all eight orientations', () => {
    const corners = [false, true].flatMap((isMirrored) =>
      [0, 1, 2, 3].map((quarterTurns) =>
        transformPoint(turnMap({ angle: 0, quarterTurns, isMirrored }, { width: 4, height: 3 }), { x: 0, y: 0 }),
      ),
    )
    expect(corners).toEqual([
      { x: 0, y: 0 },
      { x: 3, y: 0 },
      { x: 4, y: 3 },
      { x: 0, y: 4 },
      { x: 4, y: 0 },
      { x: 3, y: 4 },
      { x: 0, y: 3 },
      { x: 0, y: 0 },
    ])
  })

  it('straightening rotates clockwise about the center', () => {
    const map = turnMap({ angle: 45, quarterTurns: 0, isMirrored: false }, { width: 2, height: 2 })
    expect(transformPoint(map, { x: 1, y: 1 })).toEqual({ x: 1, y: 1 })
    expect(transformPoint(map, { x: 2, y: 1 }).y).toBeGreaterThan(1)
  })
})

describe('the aspect ratios of the crop', () => {
  it.each(FORMATS.filter((format) => format !== 'free'))(
    'choosing the aspect ratio %s sets the largest frame with that ratio, in whole pixels',
    (format) => {
      const crop = withFormat(WHOLE, format, CANVAS)
      expect(isInside(crop)).toBe(true)
      expect(Math.abs(crop.width - crop.height * (ratioOf(format, CANVAS) ?? 0))).toBeLessThanOrEqual(1)
      expect(crop.width === CANVAS.width || crop.height === CANVAS.height).toBe(true)
      for (const value of [crop.x, crop.y, crop.width, crop.height]) expect(Number.isInteger(value)).toBe(true)
    },
  )

  it('choosing a different aspect ratio leaves the frame near its former position', () => {
    const left = moveCrop(withFormat(WHOLE, '1:1', CANVAS), { x: -1000, y: 0 }, CANVAS)
    expect(left).toMatchObject({ x: 0, y: 0, width: 300, height: 300 })
    expect(withFormat(left, '9:16', CANVAS).x).toBeLessThan(100)
    expect(essentialCrop(withFormat(left, 'photo', CANVAS), CANVAS)).toBeNull()
  })

  it.each([
    ['centers the frame on a small subject', { x: 300, y: 100, width: 60, height: 100 }, '9:16', 330],
    ['keeps the frame on the canvas', { x: 390, y: 100, width: 10, height: 100 }, '1:1', 250],
  ] as const)('choosing a different aspect ratio %s', (_, subject, format, center) => {
    const { x, width } = withFormat(WHOLE, format, CANVAS, subject)
    expect(Math.abs(x + width / 2 - Math.min(center, CANVAS.width - width / 2))).toBeLessThanOrEqual(0.5)
  })

  it('a new frame includes the top of a subject that is taller than the frame', () => {
    const { y, height } = withFormat(WHOLE, '16:9', CANVAS, { x: 100, y: 40, width: 200, height: 250 })
    expect(height).toBe(225)
    expect(y).toBe(Math.round(40 - 0.05 * height))
  })

  it("typing a side's length resizes the frame about its center, within the canvas", () => {
    const square = withFormat(WHOLE, '1:1', CANVAS)
    expect(withSide(square, 'height', 100, CANVAS)).toMatchObject({ format: 'free', ...rect(50, 100, 300, 100) })
    expect(withSide(square, 'width', 9999, CANVAS)).toMatchObject({ x: 0, width: CANVAS.width })
  })

  it("choosing the free aspect ratio doesn't change the frame", () => {
    const square = withFormat(WHOLE, '1:1', CANVAS)
    expect(withFormat(square, 'free', CANVAS)).toEqual({ ...square, format: 'free' })
  })
})

describe('the crop frame', () => {
  const free: Crop = { ...WHOLE, format: 'free', x: 100, y: 100, width: 100, height: 100 }

  it('moving the frame beyond the canvas stops the frame at the edge, but lets it slide along the edge', () => {
    expect(moveCrop(free, { x: 10, y: -20 }, CANVAS)).toMatchObject({ x: 110, y: 80 })
    expect(moveCrop(free, { x: 900, y: 30 }, CANVAS)).toMatchObject({ x: 300, y: 130, width: 100, height: 100 })
  })

  const square: Crop = { ...free, format: '1:1' }
  it.each([
    ['an edge', free, { x: 1, y: 0 }, { x: 30, y: 50 }, { x: 100, y: 100, width: 130, height: 100 }],
    ['a corner', free, { x: -1, y: -1 }, { x: -30, y: 20 }, { x: 70, y: 120, width: 130, height: 80 }],
    ['a corner up to the canvas edge', free, { x: 1, y: 1 }, { x: 999, y: 10 }, { x: 100, width: 300, height: 110 }],
    [
      'a corner down to the minimum size',
      free,
      { x: 1, y: 1 },
      { x: -999, y: -999 },
      { x: 100, y: 100, width: 16, height: 16 },
    ],
    ['a square by its corner', square, { x: 1, y: 1 }, { x: 40, y: 40 }, { x: 100, y: 100, width: 140, height: 140 }],
    ['a square up to the canvas edge', square, { x: 1, y: 1 }, { x: 900, y: 900 }, rect(100, 100, 200, 200)],
    ['a square by its edge', square, { x: -1, y: 0 }, { x: -20, y: 0 }, { x: 80, y: 90, width: 120, height: 120 }],
  ] as const)("the opposite side doesn't move when the user resizes %s", (_, crop, side, by, expected) => {
    expect(resizeCrop(crop, side, by, CANVAS)).toMatchObject(expected)
  })

  it('scaling the frame leaves its center in place, within the canvas', () => {
    expect(scaleCrop(free, 1.5, CANVAS)).toMatchObject({ x: 75, y: 75, width: 150, height: 150 })
    const large = scaleCrop(free, 99, CANVAS)
    expect(large).toMatchObject({ width: 300, height: 300 })
    expect(isInside(large)).toBe(true)
  })
})

describe('the crop after straightening', () => {
  it.each([-45, -10, -0.5, 3, 30, 45])('straightening by %s° does not leave an empty corner', (angle) => {
    for (const format of FORMATS) {
      const crop = straightenCrop(withFormat(WHOLE, format, CANVAS), angle, CANVAS)
      expect(isOnCanvas(fittedFrame(crop, angle, CANVAS), angle, CANVAS)).toBe(true)
      expect(isOnCanvas(expandRect(crop, -1), angle, CANVAS)).toBe(true)
    }
  })

  it('straightening back to 0° restores the whole canvas', () => {
    const there = straightenCrop(WHOLE, 20, CANVAS)
    expect(there.width).toBeLessThan(CANVAS.width)
    expect(essentialCrop(straightenCrop(there, 0, CANVAS), CANVAS)).toBeNull()
  })

  it("straightening doesn't change a frame that fits the straightened canvas", () => {
    const small: Crop = { ...WHOLE, format: 'free', x: 180, y: 130, width: 40, height: 40 }
    expect(straightenCrop(small, 30, CANVAS)).toEqual({ ...small, angle: 30 })
  })

  it("the largest square on a square canvas straightened by 45° has 1 / √2 of the canvas's side", () => {
    const frame = largestFrame(1, 45, { width: 100, height: 100 }, { x: 50, y: 50 })
    expect(frame.width).toBeCloseTo(100 / Math.SQRT2, 6)
  })
})

describe('the crop after rotations and flips', () => {
  const crop: Crop = { ...WHOLE, format: 'free', x: 10, y: 20, width: 100, height: 50, angle: 7 }

  it('four quarter rotations and two equal flips each restore the crop', () => {
    let turned = crop
    for (let i = 0; i < 4; i++) turned = rotateCrop(turned, CANVAS)
    expect(turned).toEqual(crop)
    for (const axis of ['horizontal', 'vertical'] as const)
      expect(flipCrop(flipCrop(crop, axis, CANVAS), axis, CANVAS)).toEqual(crop)
  })

  it('rotating the crop by 90° swaps the chosen width and height of the file', () => {
    const story = { ...crop, fileWidth: 1080, fileHeight: 1920 }
    expect(rotateCrop(story, CANVAS)).toMatchObject({ fileWidth: 1920, fileHeight: 1080 })
  })

  it('rotations and flips keep the frame on the canvas', () => {
    const shown = (one: Crop) => {
      const { a, b, c, d } = turnMap(one, CANVAS)
      expect(Math.abs(a * d - b * c)).toBeCloseTo(1, 9)
      return isInside({ ...one, ...fittedFrame(one, one.angle, turnedSize(one, CANVAS)) })
    }
    const flipped = (['horizontal', 'vertical'] as const).map((axis) => flipCrop(crop, axis, CANVAS))
    for (const one of [rotateCrop(crop, CANVAS), ...flipped]) expect(shown(one)).toBe(true)
  })

  it.each(['horizontal', 'vertical'] as const)('a %s flip maps each edge of the frame to the opposite edge', (axis) => {
    for (const start of [crop, rotateCrop(crop, CANVAS)]) {
      const [before, now] = [start, flipCrop(start, axis, CANVAS)].map((one) => {
        const at = transformPoint(turnMap(one, CANVAS), { x: 123, y: 77 })
        return { x: at.x - one.x, y: at.y - one.y }
      })
      expect(now?.x).toBeCloseTo(axis === 'horizontal' ? start.width - (before?.x ?? 0) : (before?.x ?? 0), 9)
      expect(now?.y).toBeCloseTo(axis === 'vertical' ? start.height - (before?.y ?? 0) : (before?.y ?? 0), 9)
    }
  })
})
