import { expect, it } from 'vitest'
import type { AssetId } from '../../kit/base/ids.ts'
import type { MatteAsset } from '../../model/assets/store.ts'
import { matteBox } from './matteBox.ts'

const matteOf = (rows: readonly string[]): MatteAsset => ({
  kind: 'matte',
  id: 'm' as AssetId,
  width: rows[0]?.length ?? 0,
  height: rows.length,
  coverage: Uint8Array.from([...rows.join('')], Number),
})

it.each([
  [
    'what is covered, however little',
    ['00000', '00100', '01000', '00020', '00000'],
    { x: 1, y: 1, width: 3, height: 3 },
  ],
  ['all of a covered picture', ['11', '11'], { x: 0, y: 0, width: 2, height: 2 }],
  ['a subject that touches two edges', ['0001', '0000', '0000'], { x: 3, y: 0, width: 1, height: 1 }],
  ['nothing where nobody is', ['000', '000'], null],
])('boxes %s', (_, rows, box) => {
  expect(matteBox(matteOf(rows))).toEqual(box)
})

it('finds the bounding box at any position', () => {
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
