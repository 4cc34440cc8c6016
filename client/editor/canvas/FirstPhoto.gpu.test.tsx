import { expect, it } from 'vitest'
import type { AssetId } from '#client/kit/values/ids.ts'
import type { StageHandle } from '#client/render/compositor/Stage.tsx'
import { render } from '../../../tests/helpers/render.ts'
import { FirstPhoto } from './FirstPhoto.tsx'

it('FirstPhoto shows a reduced copy of a new photo until the stage has painted the photo', async () => {
  const source = new OffscreenCanvas(4000, 2000)
  const context = source.getContext('2d')!
  context.fillStyle = '#ff8000'
  context.fillRect(0, 0, 4000, 2000)
  const bitmap = source.transferToImageBitmap()
  const [photo, painting] = ['a' as AssetId, Promise.withResolvers<void>()]
  const shown = () => document.querySelector('canvas')
  const stage = { preview: { settle: () => painting.promise }, draw() {} } as StageHandle
  render(<FirstPhoto photo={photo} bitmap={bitmap} stage={stage} />)
  expect([shown()?.width, shown()?.height]).toEqual([2048, 1024])
  expect([...shown()!.getContext('2d')!.getImageData(1000, 500, 1, 1).data]).toEqual([255, 128, 0, 255])
  painting.resolve()
  await expect.poll(shown).toBeNull()
})
