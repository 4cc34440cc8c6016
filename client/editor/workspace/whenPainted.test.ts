import { beforeEach, expect, it, vi } from 'vitest'
import { createDeferred } from '#client/kit/async/deferred.ts'
import type { StageHandle } from '#client/render/compositor/Stage.tsx'
import { whenPainted } from './whenPainted.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'debug').mockImplementation(() => {})
})

/** Returns a stage whose preview settles when `settle` does, and the list of its drawn frames. */
function stageOf(settle: () => Promise<void>) {
  const frames: string[] = []
  const stage = createDeferred<StageHandle>()
  stage.set({ preview: { settle }, draw: () => frames.push('frame') } as unknown as StageHandle)
  return { stage, frames }
}

it('whenPainted resolves after a frame with all layers', async () => {
  const { stage, frames } = stageOf(async () => {})
  await whenPainted(stage)
  expect(frames).toEqual(['frame'])
})

it('whenPainted resolves if a layer cannot be painted', async () => {
  const { stage } = stageOf(() => Promise.reject(new Error('the layer failed')))
  await expect(whenPainted(stage)).resolves.toBeUndefined()
})

it('whenPainted resolves when the user leaves the editor', async () => {
  const stage = createDeferred<StageHandle>()
  const painted = whenPainted(stage)
  stage.cancel()
  await expect(painted).resolves.toBeUndefined()
})

it('if no stage exists, whenPainted resolves after three seconds', async () => {
  const ended = vi.fn()
  void whenPainted(createDeferred<StageHandle>()).then(ended)
  await vi.advanceTimersByTimeAsync(2999)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(ended).toHaveBeenCalledOnce()
})
