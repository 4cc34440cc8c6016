import { expect, it } from 'vitest'
import { createContext, pixelsOf } from '#client/model/assets/pixels.ts'
import { previewOf } from './describePhoto.ts'

it('previewOf paints transparent pixels white', async () => {
  const transparent = createContext({ width: 8, height: 8 }).canvas.transferToImageBitmap()
  const jpeg = await fetch(`data:image/jpeg;base64,${await previewOf(transparent)}`)
  const { data } = pixelsOf(await createImageBitmap(await jpeg.blob()))
  expect([...new Set(data)]).toEqual([255])
})
