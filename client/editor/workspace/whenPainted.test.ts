import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createDeferred } from '#client/kit/base/deferred.ts'
import type { StageHandle } from '#client/render/compositor/Stage.tsx'
import { whenPainted } from './whenPainted.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'debug').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Returns a canvas whose layers are painted with this result, and a list of its frames. */
function stageOf(settle: () => Promise<void>) {
  const frames: string[] = []
  const stage = createDeferred<StageHandle>()
  stage.set({ preview: { settle }, draw: () => frames.push('frame') } as unknown as StageHandle)
  return { stage, frames }
}

it('the wait for the canvas ends after a frame with all layers', async () => {
  const { stage, frames } = stageOf(async () => {})
  await whenPainted(stage)
  expect(frames).toEqual(['frame'])
})

it('a layer that cannot be painted ends the wait for the canvas', async () => {
  const { stage } = stageOf(() => Promise.reject(new Error('the layer failed')))
  await expect(whenPainted(stage)).resolves.toBeUndefined()
})

it('leaving the editor ends the wait for the canvas', async () => {
  const stage = createDeferred<StageHandle>()
  const painted = whenPainted(stage)
  stage.cancel()
  await expect(painted).resolves.toBeUndefined()
})

it('a canvas without graphics ends the wait after three seconds', async () => {
  const ended = vi.fn()
  void whenPainted(createDeferred<StageHandle>()).then(ended)
  await vi.advanceTimersByTimeAsync(2999)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(ended).toHaveBeenCalledOnce()
})
