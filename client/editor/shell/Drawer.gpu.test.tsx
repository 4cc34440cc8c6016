import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../../tests/helpers/render.ts'
import { Drawer } from './Drawer.tsx'

/** Mounts a sheet with content of the given height, CSS px. */
async function mount(height: number) {
  await page.viewport(390, 800)
  const onClose = vi.fn()
  render(
    <Drawer title="Text" side="left" close={<button type="button">X</button>} onClose={onClose}>
      <div style={{ height }} />
    </Drawer>,
  )
  return { onClose, sheet: document.querySelector('section')! }
}

/** Drags an element down by `by`, CSS px. */
function drag(element: Element, by: number) {
  const fire = (target: EventTarget, type: string, clientY: number) =>
    target.dispatchEvent(new PointerEvent(type, { bubbles: true, clientY, button: 0 }))
  fire(element, 'pointerdown', 500)
  fire(window, 'pointermove', 500 + by)
  fire(window, 'pointerup', 500 + by)
}

it('dragging the title of a sheet up enlarges it, and dragging it down reduces and then closes it', async () => {
  const { sheet, onClose } = await mount(2000)
  const title = sheet.querySelector('h2')!
  expect(sheet.offsetHeight).toBe(288)
  drag(title, -100)
  await expect.poll(() => sheet.offsetHeight).toBe(360)
  drag(title, 100)
  await expect.poll(() => sheet.offsetHeight).toBe(288)
  expect(onClose).not.toHaveBeenCalled()
  drag(title, 100)
  expect(onClose).toHaveBeenCalledOnce()
})

it('a short drag of a title, a drag of the Close button and a drag of the content change no sheet', async () => {
  const { sheet, onClose } = await mount(2000)
  drag(sheet.querySelector('h2')!, 20)
  for (const element of sheet.querySelectorAll('button, div > div')) drag(element, 100)
  drag(sheet.querySelector('button')!, -100)
  await expect.poll(() => sheet.dataset.tall).toBe('false')
  expect(sheet.offsetHeight).toBe(288)
  expect(onClose).not.toHaveBeenCalled()
})
