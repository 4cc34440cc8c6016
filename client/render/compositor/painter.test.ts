import { expect, it, vi } from 'vitest'
import { createSession } from '#client/model/session/session.ts'
import { SILENT } from '../../../tests/helpers/session.ts'
import { longestRegionSide } from './painter.ts'
import { onShownChange } from './preview.ts'

it('longestRegionSide leaves room in the texture for neighboring pixels', () => {
  expect(longestRegionSide(4096, 0.5)).toBe(3584)
  expect(longestRegionSide(4096, 1)).toBe(3584)
  expect(longestRegionSide(8192, 4)).toBe(6144)
})

it.each([4096, 8192, 16_384])('longestRegionSide at high zoom is at least half of a texture of %d px', (maxTexture) => {
  for (const scale of [4, 8, 15.97, 18, 33.75, 1080]) {
    expect(longestRegionSide(maxTexture, scale)).toBeGreaterThanOrEqual(maxTexture / 2)
    expect(longestRegionSide(maxTexture, scale)).toBeLessThan(maxTexture)
  }
})

it("the start of a computation whose result will be an undo step doesn't repaint the canvas", async () => {
  const session = createSession(SILENT)
  const repaint = vi.fn()
  onShownChange(session, repaint)
  session.ui.pendingSteps = [{ mark: 0, cancel() {} }]
  await Promise.resolve()
  expect(repaint).not.toHaveBeenCalled()
  session.ui.panel = 'text'
  await Promise.resolve()
  expect(repaint).toHaveBeenCalledOnce()
})
