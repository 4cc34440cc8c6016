import { expect, it } from 'vitest'
import type { Rect } from '#client/kit/geometry/geometry.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import type { MatteAsset } from '#client/model/assets/store.ts'
import { matteBox, matteParts, reviseMatteBox } from './separation.ts'

const matteOf = (rows: readonly string[]): MatteAsset => ({
  kind: 'matte',
  id: 'm' as AssetId,
  width: rows[0]?.length ?? 0,
  height: rows.length,
  coverage: Uint8Array.from([...rows.join('')], Number),
})

it.each([
  ['all pixels with any coverage', ['00000', '00100', '01000', '00020', '00000'], { x: 1, y: 1, width: 3, height: 3 }],
  ['a fully covered matte', ['11', '11'], { x: 0, y: 0, width: 2, height: 2 }],
  ['a subject that touches two edges', ['0001', '0000', '0000'], { x: 3, y: 0, width: 1, height: 1 }],
  ['an empty matte (null)', ['000', '000'], null],
])('matteBox returns the bounding box of %s', (_, rows, box) => {
  expect(matteBox(matteOf(rows))).toEqual(box)
})

it('matteBox returns the bounding box of any two covered pixels', () => {
  const [width, height] = [13, 5]
  for (let from = 0; from < width * height; from++)
    for (const to of [from, Math.min(from + 7, width * height - 1), width * height - 1]) {
      const rows = Array.from({ length: height }, (_, y) =>
        Array.from({ length: width }, (_, x) => Number([from, to].includes(y * width + x))).join(''),
      )
      const [xs, ys] = [[from, to].map((at) => at % width), [from, to].map((at) => Math.floor(at / width))]
      const [x, y] = [Math.min(...xs), Math.min(...ys)]
      const box = { x, y, width: Math.max(...xs) - x + 1, height: Math.max(...ys) - y + 1 }
      expect(matteBox(matteOf(rows)), `${from} and ${to}`).toEqual(box)
    }
})

const SIZE = { width: 40, height: 50 }

/** Returns a matte of a narrow head over a wide body. */
const bust = () => matteWhere((x, y) => (y < 30 ? Math.abs(x - 20) < 3 : y < 47 && Math.abs(x - 20) < 17))

const matteWhere = (isCovered: (x: number, y: number) => boolean): MatteAsset => ({
  kind: 'matte',
  id: 'm' as AssetId,
  ...SIZE,
  coverage: Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, i) =>
    Number(isCovered(i % SIZE.width, Math.floor(i / SIZE.width))),
  ),
})

/** Returns the number of parts that contain the pixel. */
const partsAt = (parts: readonly Rect[], x: number, y: number) =>
  parts.filter((part) => part.x <= x && x < part.x + part.width && part.y <= y && y < part.y + part.height).length

const areaOf = (parts: readonly Rect[]) => parts.reduce((sum, { width, height }) => sum + width * height, 0)

it.each([0, 1.5, 4, 30])(
  'matteParts returns rectangles that together contain each pixel within %f px of the subject exactly once',
  (reach) => {
    const matte = bust()
    const parts = matteParts(matte, reach)
    const covered = [...matte.coverage].flatMap((value, i) =>
      value ? [[i % SIZE.width, Math.floor(i / SIZE.width)]] : [],
    )
    for (let y = -reach; y < SIZE.height + reach; y++)
      for (let x = -reach; x < SIZE.width + reach; x++) {
        const count = partsAt(parts, Math.floor(x), Math.floor(y))
        const isNear = covered.some(([cx = 0, cy = 0]) => Math.max(Math.abs(cx - x), Math.abs(cy - y)) <= reach)
        if (isNear) expect(count, `${x}, ${y}`).toBe(1)
        else expect(count, `${x}, ${y}`).toBeLessThanOrEqual(1)
      }
    for (const { x, y, width, height } of parts) expect([x, y, width, height].every(Number.isInteger)).toBe(true)
  },
)

it('matteParts of a head with shoulders cover less than 65% of the bounding box', () => {
  const matte = bust()
  expect(areaOf(matteParts(matte, 1))).toBeLessThan(0.65 * areaOf([matteBox(matte)!]))
})

it('matteParts returns one part for a rectangle and no part for an empty matte', () => {
  const box = { x: 5, y: 3, width: 20, height: 40 }
  const isInside = (x: number, y: number) => partsAt([box], x, y) > 0
  expect(matteParts(matteWhere(isInside), 2)).toEqual([{ x: 3, y: 1, width: 24, height: 44 }])
  expect(
    matteParts(
      matteWhere(() => false),
      2,
    ),
  ).toEqual([])
})

it('reviseMatteBox updates only the rows that a stroke covers', () => {
  const [before, after] = [bust(), bust()]
  matteBox(before)
  const stroke = { x: 30, y: 4, width: 6, height: 3 }
  reviseMatteBox(before, after, [stroke])
  const parts = matteParts(after, 0)
  expect(partsAt(parts, 35, 5)).toBe(1)
  expect(partsAt(parts, 35, 20)).toBe(0)
  expect(matteBox(after)).toEqual({ x: 4, y: 0, width: 33, height: 47 })
})
