import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../../../tests/helpers/render.ts'
import { Button } from '../controls/Button.tsx'
import { Dialog } from './Dialog.tsx'
import { DialogHost } from './DialogHost.tsx'
import { createDialogs } from './dialogs.ts'
import { Menu, MenuItem } from './Menu.tsx'
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

function MenuWithDialog() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Menu trigger={<Button>Menu</Button>}>
        <MenuItem onSelect={() => setOpen(true)}>Projects</MenuItem>
      </Menu>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Projects" />
    </>
  )
}

it("a dialog that was opened from a menu returns the focus to the menu's button", async () => {
  render(<MenuWithDialog />)
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(page.getByRole('menuitem', { name: 'Projects' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog')).toHaveFocus()
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'Menu' }), { timeout: 3000 }).toHaveFocus()
})

it('after the last of several questions, the focus returns to the previously focused element', async () => {
  const dialogs = createDialogs()
  render(
    <>
      <Button>Open</Button>
      <DialogHost dialogs={dialogs} />
    </>,
  )
  const button = page.getByRole('button', { name: 'Open' })
  ;(button.element() as HTMLElement).focus()
  for (const text of ['First', 'Second']) void dialogs.alert(text)
  for (const name of ['First', 'Second']) {
    await expect.element(page.getByRole('alertdialog', { name })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'OK' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
  }
  await expect.element(button, { timeout: 3000 }).toHaveFocus()
})

it.each(['dialog', 'application'] as const)(
  'if a question was asked by a removed button, the focus goes to the %s below',
  async (role) => {
    const dialogs = createDialogs()
    const place = document.createElement('div')
    render(
      <>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the canvas handles keys */}
        <div role="application" tabIndex={0} />
        {role === 'dialog' && (
          <Dialog isOpen onClose={() => {}} title="Projects">
            <div ref={(host) => host?.append(place)} />
          </Dialog>
        )}
        <DialogHost dialogs={dialogs} />
      </>,
    )
    if (role === 'dialog') await expect.element(page.getByRole('dialog')).toBeVisible()
    else document.body.append(place)
    place.innerHTML = '<button type="button">Delete</button>'
    place.querySelector('button')?.focus()
    const asked = dialogs.confirm({ title: 'Delete?', confirm: 'Yes' })
    await expect.element(page.getByRole('alertdialog')).toBeVisible()
    place.remove()
    await page.getByRole('button', { name: 'Yes' }).click()
    expect(await asked).toBe(true)
    await expect.element(page.getByRole(role), { timeout: 3000 }).toHaveFocus()
  },
)
