import { PNG } from 'pngjs'
import { expect, it } from 'vitest'
import { makePicture } from '../../fixtures/pictures.ts'
import { sourceOf } from '../../fixtures/sourceOf.ts'
import { encodePalettePng } from './encodePng.ts'

const SIZE = { width: 300, height: 500 }
const { signal } = new AbortController()

/** Returns pixels that cycle through `count` colors. `isOpen`: every fourth color is translucent. */
function colored(count: number, isOpen: boolean): Uint8Array {
  const rgba = new Uint8Array(4 * SIZE.width * SIZE.height)
  for (let i = 0; i < rgba.length / 4; i++) {
    const n = (i + (i >> 9)) % count
    rgba.set([n & 255, (7 * n) & 255, (n >> 3) & 255, isOpen && n % 4 === 0 ? n & 127 : 255], 4 * i)
  }
  return rgba
}

it.each([
  [1, false],
  [2, true],
  [256, false],
  [256, true],
])('the palette PNG of %i colors is lossless (translucent: %s)', async (count, isOpen) => {
  const rgba = colored(count, isOpen)
  const encoded = await encodePalettePng(sourceOf(SIZE, rgba, { opaque: !isOpen, maxSide: 170 }), { signal })
  if (!encoded?.ok) throw new Error('not encoded')
  const file = Buffer.from(await encoded.value.arrayBuffer())
  expect(file[25], 'color type').toBe(3)
  const png = PNG.sync.read(file)
  expect([png.width, png.height]).toEqual([300, 500])
  expect(Buffer.compare(png.data, rgba)).toBe(0)
})

it('encodePalettePng stops painting at the 257th color', async () => {
  let painted = 0
  const source = sourceOf(SIZE, makePicture(SIZE, 'noise', true), {
    maxSide: 170,
    painted: (pixels) => (painted += pixels),
  })
  expect(await encodePalettePng(source, { signal })).toBeNull()
  expect(painted, 'at most the strip with the 257th color and the next strip are painted').toBeLessThanOrEqual(
    2 * 170 * 300,
  )
})

it("encodePalettePng returns 'aborted' after an abort", async () => {
  const source = sourceOf(SIZE, colored(3, false))
  expect(await encodePalettePng(source, { signal: AbortSignal.abort() })).toEqual({ ok: false, error: 'aborted' })
})
