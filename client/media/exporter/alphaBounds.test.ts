import { expect, it } from 'vitest'
import { alphaBounds } from './alphaBounds.ts'
import { sourceOf } from './fixtures/sourceOf.ts'

const SIZE = { width: 40, height: 500 }
const { signal } = new AbortController()

function withDots(...dots: readonly (readonly [number, number])[]) {
  const rgba = new Uint8Array(4 * SIZE.width * SIZE.height).fill(9)
  for (let i = 3; i < rgba.length; i += 4) rgba[i] = 0
  for (const [x, y] of dots) rgba[4 * (y * SIZE.width + x) + 3] = 1
  return sourceOf(SIZE, rgba, { opaque: false, maxSide: 170 })
}

it('alphaBounds includes pixels of the lowest alpha in any strip', async () => {
  const found = await alphaBounds(withDots([7, 499], [31, 3], [12, 200]), signal)
  expect(found).toEqual({ ok: true, value: { x: 7, y: 3, width: 25, height: 497 } })
  expect(await alphaBounds(withDots([39, 0]), signal)).toEqual({
    ok: true,
    value: { x: 39, y: 0, width: 1, height: 1 },
  })
})

it('alphaBounds of an empty picture fails with no-subject', async () => {
  expect(await alphaBounds(withDots(), signal)).toEqual({ ok: false, error: 'no-subject' })
  expect(await alphaBounds(withDots([1, 1]), AbortSignal.abort())).toEqual({ ok: false, error: 'aborted' })
})
