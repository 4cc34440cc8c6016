import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { storeWaitingPhoto, takeWaitingPhoto } from '#client/kit/device-storage/sharedFile.ts'
import { render } from '../../../../tests/helpers/render.ts'
import { WaitingPhoto } from './WaitingPhoto.tsx'

it("the sign-in dialog shows the waiting photo, or only the file name if the browser can't show the photo", async () => {
  const canvas = new OffscreenCanvas(40, 30)
  canvas.getContext('2d')!.fillRect(0, 0, 40, 30)
  await storeWaitingPhoto(new File([await canvas.convertToBlob()], 'cat.png'), null)
  render(<WaitingPhoto />)
  await expect.element(page.getByText('cat.png')).toBeVisible()
  await expect.poll(() => document.querySelector('img')?.naturalWidth).toBe(40)
  await storeWaitingPhoto(new File(['no image'], 'cat.heic'), null)
  render(<WaitingPhoto />)
  await expect.element(page.getByText('cat.heic')).toBeVisible()
  await expect.poll(() => document.querySelectorAll('figure:has(svg)').length).toBe(1)
  await takeWaitingPhoto()
})
