import { expect, it, onTestFinished, vi } from 'vitest'
import { paintedKinds } from '#client/layers/nodes.ts'
import { bareRenderer } from '../../../tests/helpers/gpu.ts'
import { sceneOf } from '../../../tests/helpers/scene.ts'
import { Preview } from './preview.ts'
import { createViewport } from './viewport.ts'

const nextFrames = async () => {
  for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame)
}

it('only a change of visible interface state repaints the preview', async () => {
  const { session } = await sceneOf({ size: { width: 40, height: 30 } })
  const renderer = await bareRenderer()
  const viewport = createViewport()
  viewport.set({ ...viewport.get(), canvas: { width: 40, height: 30 } })
  const preview = new Preview({
    session,
    renderer,
    viewport,
    kinds: paintedKinds,
    report: () => {},
    pixelRatio: 1,
  })
  onTestFinished(() => {
    preview.stop()
    renderer.destroy()
    session.dispose()
  })
  await preview.settle()
  await nextFrames()
  const painted = vi.fn()
  preview.subscribe(painted)

  session.ui.isDownloading = true
  for (const progress of [0.1, 0.2]) {
    session.ui.status = { text: 'Preparing', tone: 'busy', progress }
    await nextFrames()
  }
  session.ui.status = null
  session.ui.isDownloading = false
  await nextFrames()
  expect(painted).not.toHaveBeenCalled()

  session.ui.comparison = 'photo'
  await nextFrames()
  expect(painted).toHaveBeenCalledTimes(1)
  session.ui.draw.isOn = true
  await nextFrames()
  expect(painted).toHaveBeenCalledTimes(2)
})
