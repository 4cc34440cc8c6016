import { expect, it } from 'vitest'
import { defaults } from '#client/kit/base/fields.ts'
import { contains } from '#client/kit/base/rect.ts'
import type { BitmapAsset, MatteAsset } from '#client/model/assets/store.ts'
import { tuneFields } from '#shaders/tune/enhancements.ts'
import type { BranchPicture } from './branches.ts'
import { paintedArea, paintedParts } from './paintedArea.ts'

const SIZE = { width: 90, height: 70 }

/** Returns a picture with only the sizes of photo and matte, and the matte's coverage. */
function pictureOf(isCovered: (x: number, y: number) => boolean, blur = 0, role: 'SUBJECT' | 'WHOLE' = 'SUBJECT') {
  const coverage = Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, i) =>
    Number(isCovered(i % SIZE.width, Math.floor(i / SIZE.width))),
  )
  const photo = { kind: 'bitmap', ...SIZE } as BitmapAsset
  const matte = { kind: 'matte', ...SIZE, coverage } as MatteAsset
  const branch = { role, set: { ...defaults(tuneFields), blur } } as const
  return { photo, matte, branch, isOverItself: false } satisfies BranchPicture
}

const isBust = (x: number, y: number) => y > 20 && y < 60 && Math.abs(x - 45) < (y < 40 ? 4 : 30)

it.each([
  [1, 0],
  [1.3, 0],
  [1.9, 3],
  [4.7, 2],
])('only pixels within the area are painted, at %f photo px per texel and a blur of %f', (texel, blur) => {
  const picture = pictureOf(isBust, blur)
  const area = paintedArea(picture, texel)!
  const parts = paintedParts(picture, texel)
  for (const part of parts) expect(contains(area, part), JSON.stringify(part)).toBe(true)
  const px = parts.reduce((sum, { width, height }) => sum + width * height, 0)
  expect(px).toBeLessThan(area.width * area.height)
  expect(Math.min(...parts.map(({ y }) => y))).toBe(area.y)
  expect(Math.max(...parts.map(({ y, height }) => y + height))).toBe(area.y + area.height)
})

it('an empty matte paints nothing', () => {
  expect(paintedParts(pictureOf(isBust, 0, 'WHOLE'), 1)).toEqual([{ x: 0, y: 0, ...SIZE }])
  expect(
    paintedParts(
      pictureOf(() => false),
      1,
    ),
  ).toEqual([])
})
