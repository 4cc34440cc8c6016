import { afterEach, expect, it, vi } from 'vitest'
import type { PixelSource } from '../pixelSource.ts'
import { paintStrips } from './paintStrips.ts'
import { planStrips } from './planStrips.ts'

const SIZE = { width: 4, height: 2 }

afterEach(() => void vi.restoreAllMocks())

/** What comes of painting on a GPU that is lost in the middle of it, after `before`. */
async function paintedWhileLost(before: () => void, signal: AbortSignal) {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
  const source: PixelSource = {
    size: SIZE,
    opaque: true,
    maxSide: 4,
    async paint() {
      before()
      throw new Error('the WebGL context was lost')
    },
  }
  const painted: (Uint8Array | null)[] = []
  for await (const { rgba } of paintStrips(source, planStrips(SIZE, 4), (bytes) => new Uint8Array(bytes), signal))
    painted.push(rgba)
  return { painted, complaints: complaint.mock.calls.length }
}

it('reports a failure of the GPU', async () => {
  const { painted, complaints } = await paintedWhileLost(() => {}, new AbortController().signal)
  expect(painted).toContain(null)
  expect(complaints).toBe(painted.length)
})

it('reports no failure after an abort, even if the GPU context is gone', async () => {
  const leaving = new AbortController()
  const { painted, complaints } = await paintedWhileLost(() => leaving.abort(), leaving.signal)
  expect(painted).toContain(null)
  expect(complaints).toBe(0)
})
