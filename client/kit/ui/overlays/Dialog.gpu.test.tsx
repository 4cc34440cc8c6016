import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../../../tests/helpers/render.ts'
import { Button } from '../controls/Button.tsx'
import { Dialog } from './Dialog.tsx'
import { ToastHost } from './ToastHost.tsx'
import { createToasts } from './toasts.ts'

it('the canvas below a dialog stays visible', async () => {
  await page.viewport(1440, 900)
  render(
    <>
      <canvas
        ref={(canvas) => {
          const gl = canvas?.getContext('webgl', { preserveDrawingBuffer: true })
          gl?.clearColor(0, 1, 0, 1)
          gl?.clear(gl.COLOR_BUFFER_BIT)
        }}
        style={{ position: 'fixed', inset: '56px 200px 0 160px', width: 1044, height: 844 }}
      />
      <Dialog isOpen onClose={() => {}} title="Export" footer={<Button>Copy</Button>}>
        <p style={{ height: 170 }}>PNG</p>
      </Dialog>
    </>,
  )
  const dialog = page.getByRole('dialog').element()
  await Promise.all(dialog.getAnimations().map(({ finished }) => finished))
  const base64 = await page.screenshot({ save: false })
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  const image = await createImageBitmap(new Blob([bytes]))
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
  context?.drawImage(image, 0, 0)
  const below = context?.getImageData(720, dialog.getBoundingClientRect().bottom + 20, 1, 1).data ?? []
  expect(Array.from(below)).toEqual([0, expect.any(Number), 0, 255])
})

it("dismissing a toast doesn't close the dialog below the toast", async () => {
  const [toasts, onClose] = [createToasts(), vi.fn()]
  render(
    <>
      <ToastHost toasts={toasts} />
      <Dialog isOpen onClose={onClose} title="Recovery codes" />
    </>,
  )
  await expect.element(page.getByRole('dialog')).toBeVisible()
  toasts.show({ title: 'Copied' })
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(page.getByText('Copied')).not.toBeInTheDocument()
  expect(onClose).not.toHaveBeenCalled()
})
