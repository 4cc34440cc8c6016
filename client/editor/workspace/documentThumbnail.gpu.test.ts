import { expect, it, vi } from 'vitest'
import { createDeferred } from '#client/kit/async/deferred.ts'
import type { StageHandle } from '#client/render/compositor/Stage.tsx'
import { sharedRenderer } from '../../../tests/helpers/gpu.ts'
import { previewOf } from '../../../tests/helpers/painted.ts'
import { sceneOf } from '../../../tests/helpers/scene.ts'
import { documentThumbnail } from './documentThumbnail.ts'

const SIZE = { width: 40, height: 30 }

const renderer = await sharedRenderer()

async function shown() {
  const { session } = await sceneOf({ size: SIZE })
  const preview = previewOf(renderer, session, SIZE, { zoom: 2 })
  const stage = createDeferred<StageHandle>()
  stage.set({ renderer, preview, draw() {} })
  return { session, stage, preview }
}

/** Returns straight RGBA of a pixel near the upper left corner of an image. */
async function cornerOf(url: string) {
  const picture = await createImageBitmap(await (await fetch(url)).blob())
  const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!
  context.drawImage(picture, 0, 0)
  return [...context.getImageData(2, 2, 1, 1).data]
}

it('documentThumbnail reads the painted colors through a GPU buffer', async () => {
  const { session, stage } = await shown()
  session.history.transact('Color', () => {
    session.doc.backdrop = { type: 'color', color: '#20a060', opacity: 100 }
  })
  const read = vi.spyOn(renderer.gl, 'readPixels')
  const url = await documentThumbnail({ stage, session })
  const [red = 0, green = 0, blue = 0] = await cornerOf(url!)
  for (const [value, wanted] of [
    [red, 0x20],
    [green, 0xa0],
    [blue, 0x60],
  ] as const)
    expect(Math.abs(value - wanted)).toBeLessThanOrEqual(6)
  // `readPixels` must write to a GPU buffer, because reading to memory blocks the page
  expect(read.mock.calls.map((call) => typeof call[6])).toEqual(['number'])
})

it('after the WebGL context is lost, documentThumbnail does not return a thumbnail', async () => {
  const { session, stage, preview } = await shown()
  await preview.settle()
  renderer.gl.getExtension('WEBGL_lose_context')?.loseContext()
  expect(await documentThumbnail({ stage, session })).toBeNull()
})
