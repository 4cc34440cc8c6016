import { useState } from 'react'
import { flushSync } from 'react-dom'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../../tests/helpers/render.ts'
import { Drawer } from './Drawer.tsx'

/** Mounts a sheet with content of the given height in CSS px. `retitle` changes the sheet's title. */
async function mount(height: number, isLow = false) {
  await page.viewport(390, 800)
  const onClose = vi.fn()
  let retitle: (title: string) => void = () => {}
  function Sheet() {
    const [title, setTitle] = useState('Text')
    retitle = (next) => flushSync(() => setTitle(next))
    return (
      <Drawer title={title} side="left" close={<button type="button">X</button>} onClose={onClose} isLow={isLow}>
        <div style={{ height }} />
      </Drawer>
    )
  }
  render(<Sheet />)
  return { onClose, retitle, sheet: document.querySelector('section')! }
}

/** Drags an element down by `by` CSS px. */
function drag(element: Element, by: number) {
  const fire = (target: EventTarget, type: string, clientY: number) =>
    target.dispatchEvent(new PointerEvent(type, { bubbles: true, clientY, button: 0 }))
  fire(element, 'pointerdown', 500)
  fire(window, 'pointermove', 500 + by)
  fire(window, 'pointerup', 500 + by)
}

it("dragging a sheet's title up enlarges the sheet", async () => {
  const { sheet } = await mount(2000)
  expect(sheet.offsetHeight).toBe(288)
  drag(sheet.querySelector('h2')!, -100)
  await expect.poll(() => sheet.offsetHeight).toBe(360)
})

it("dragging an enlarged sheet's title down twice closes the sheet", async () => {
  const { sheet, onClose } = await mount(2000)
  const title = sheet.querySelector('h2')!
  drag(title, -100)
  await expect.poll(() => sheet.offsetHeight).toBe(360)
  drag(title, 100)
  await expect.poll(() => sheet.offsetHeight).toBe(288)
  expect(onClose).not.toHaveBeenCalled()
  drag(title, 100)
  expect(onClose).toHaveBeenCalledOnce()
})

it('dragging the title of a reduced sheet up enlarges the sheet', async () => {
  const { sheet } = await mount(2000, true)
  expect(sheet.offsetHeight).toBe(200)
  drag(sheet.querySelector('h2')!, -100)
  await expect.poll(() => sheet.offsetHeight).toBe(360)
})

it('an enlarged sheet stays enlarged when its title changes', async () => {
  const { sheet, retitle } = await mount(2000, true)
  drag(sheet.querySelector('h2')!, -100)
  await expect.poll(() => sheet.offsetHeight).toBe(360)
  sheet.lastElementChild!.scrollTop = 500
  retitle('Emojis')
  expect(sheet.offsetHeight).toBe(360)
  expect(sheet.lastElementChild!.scrollTop).toBe(0)
  drag(sheet.querySelector('h2')!, 100)
  await expect.poll(() => sheet.offsetHeight).toBe(200)
})

it("a short drag on the title, or any drag on the rest of a sheet, doesn't resize the sheet", async () => {
  const { sheet, onClose } = await mount(2000)
  drag(sheet.querySelector('h2')!, 20)
  for (const element of sheet.querySelectorAll('button, div > div')) drag(element, 100)
  drag(sheet.querySelector('button')!, -100)
  await expect.poll(() => sheet.dataset.tall).toBe('false')
  expect(sheet.offsetHeight).toBe(288)
  expect(onClose).not.toHaveBeenCalled()
})
