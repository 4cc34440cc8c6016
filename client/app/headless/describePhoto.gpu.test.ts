import { expect, it } from 'vitest'
import { createContext, pixelsOf } from '#client/model/assets/pixels.ts'
import { inColorSpace } from '#client/model/assets/straightAlpha.ts'
import { previewOf } from './describePhoto.ts'

it('previewOf paints transparent pixels white', async () => {
  const transparent = createContext({ width: 8, height: 8 }).canvas.transferToImageBitmap()
  const jpeg = await fetch(`data:image/jpeg;base64,${await previewOf(transparent)}`)
  const { data } = pixelsOf(await createImageBitmap(await jpeg.blob()))
  expect([...new Set(data)]).toEqual([255])
})

it('previewOf converts a Display P3 photo to sRGB', async () => {
  const context = createContext({ width: 16, height: 16 })
  context.fillStyle = 'rgb(234 51 35)' // in Display P3, the red of sRGB
  context.fillRect(0, 0, 16, 16)
  const photo = inColorSpace(context.canvas.transferToImageBitmap(), 'display-p3')
  const jpeg = await fetch(`data:image/jpeg;base64,${await previewOf(photo)}`)
  const [red, green, blue] = pixelsOf(await createImageBitmap(await jpeg.blob())).data
  expect([red! > 250, green! < 8, blue! < 8]).toEqual([true, true, true])
})
