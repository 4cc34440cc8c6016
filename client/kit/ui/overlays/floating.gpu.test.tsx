import { type ReactElement, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../../../tests/helpers/render.ts'
import { NumberInput } from '../controls/NumberInput.tsx'
import { Section } from '../controls/Section.tsx'
import { Dialog } from './Dialog.tsx'
import { Menu, MenuItem } from './Menu.tsx'
import { Popover } from './Popover.tsx'
import { Tooltip } from './Tooltip.tsx'

const opener = <button type="button">Open</button>
const nothing = () => {}

it('the title and the Close button stay visible while a long dialog scrolls', async () => {
  render(
    <Dialog isOpen onClose={nothing} title="Title">
      <p style={{ height: 3000 }}>Words</p>
    </Dialog>,
  )
  const dialog = page.getByRole('dialog')
  await expect.element(dialog).toBeVisible()
  dialog.element().scrollTop = 2000
  expect(dialog.element().scrollTop).toBe(2000)
  for (const part of [page.getByRole('heading', { name: 'Title' }), page.getByRole('button', { name: 'Close' })]) {
    const { x, y, width, height } = part.element().getBoundingClientRect()
    const seen = document.elementFromPoint(x + width / 2, y + height / 2)
    expect(part.element().contains(seen)).toBe(true)
  }
})

it('the buttons of a long dialog are visible on a phone in landscape', async () => {
  await page.viewport(844, 390)
  render(
    <Dialog isOpen onClose={nothing} title="Title" isFooterKept footer={opener}>
      <p style={{ height: 3000 }}>Words</p>
    </Dialog>,
  )
  await expect.element(page.getByRole('dialog')).toBeVisible()
  const { bottom } = page.getByRole('button', { name: 'Open' }).element().getBoundingClientRect()
  expect(bottom).toBeLessThan(390)
})

function OpenedPopover() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover label="Popover" trigger={opener} isOpen={isOpen} onToggle={setOpen}>
      Words
    </Popover>
  )
}

/** Elements that open and close, and the actions that open them. */
const FLOATING: Readonly<Record<string, { shown: ReactElement; open(): Promise<void> }>> = {
  tooltip: { shown: <Tooltip text="Words">{opener}</Tooltip>, open: () => userEvent.keyboard('{Tab}') },
  menu: {
    shown: (
      <Menu trigger={opener}>
        <MenuItem onSelect={nothing}>Words</MenuItem>
      </Menu>
    ),
    open: () => page.getByRole('button', { name: 'Open' }).click(),
  },
  popover: {
    shown: <OpenedPopover />,
    open: () => page.getByRole('button', { name: 'Open' }).click(),
  },
  dialog: {
    shown: (
      <Dialog isOpen onClose={nothing} title="Title">
        Words
      </Dialog>
    ),
    open: async () => {},
  },
  section: {
    shown: <Section title="Open">Words</Section>,
    open: () => page.getByRole('button', { name: 'Open' }).click(),
  },
}

// Radix removes a closed element when its exit animation ends. If `animationend` fires before React listens for it,
// Radix never removes the element. A tooltip that stays open would catch every Escape.
it.each(Object.keys(FLOATING))('closing a %s removes it without a closing animation', async (name) => {
  const { shown, open } = FLOATING[name]!
  render(shown)
  await open()
  await expect.element(page.getByText('Words').first()).toBeVisible()
  const parts = [...document.querySelectorAll<HTMLElement>('body [data-state]')]
  const animated = () => parts.filter((part) => getComputedStyle(part).animationName !== 'none').length
  expect(animated()).toBeGreaterThan(0)
  for (const part of parts) part.dataset.state = 'closed'
  expect(animated()).toBe(0)
})

const NUMBER = { value: 5, min: 0, max: 9, step: 1, labelledBy: 'number', commitTyped: Number, onSet: nothing }
/** Overlays with a text field and a number field. */
const WITH_FIELDS: Readonly<Record<string, (onClose: () => void) => ReactElement>> = {
  dialog: (onClose) => (
    <Dialog isOpen onClose={onClose} title="Title">
      <input aria-label="Text" />
      <NumberInput {...NUMBER} />
    </Dialog>
  ),
  popover: (onClose) => (
    <Popover isOpen onToggle={onClose} label="Title" trigger={opener}>
      <input aria-label="Text" />
      <NumberInput {...NUMBER} />
    </Popover>
  ),
}

it.each(Object.keys(WITH_FIELDS))('a field or its input method can use Escape without closing the %s', async (name) => {
  const onClose = vi.fn()
  render(WITH_FIELDS[name]!(onClose))
  const text = page.getByRole('textbox')
  await text.click()
  for (const how of [{ isComposing: true }, { keyCode: 229 }])
    text
      .element()
      .dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true, ...how }))
  const number = page.getByRole('spinbutton')
  await number.fill('7')
  await userEvent.keyboard('{Escape}')
  await expect.element(number).toHaveValue('5')
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

function DialogOfButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Tooltip text="Words">
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
      </Tooltip>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Title" />
    </>
  )
}

it('the focus that a closing dialog returns does not open a tooltip', async () => {
  render(<DialogOfButton />)
  const tooltip = page.getByRole('tooltip')
  await userEvent.keyboard('{Tab}')
  await expect.element(tooltip).toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'Open' }), { timeout: 3000 }).toHaveFocus()
  expect(tooltip.elements()).toHaveLength(0)
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Tab}')
  await expect.element(tooltip).toBeInTheDocument()
})

function TooltipOnDemand() {
  const [text, setText] = useState<string | null>(null)
  return (
    <Tooltip text={text}>
      <button type="button" onKeyDown={({ key }) => setText(key === 'a' ? 'Words' : null)}>
        Open
      </button>
    </Tooltip>
  )
}

it('a tooltip opens only while it has text, without a warning from Radix', async () => {
  const warn = vi.spyOn(console, 'warn')
  render(<TooltipOnDemand />)
  const button = page.getByRole('button', { name: 'Open' })
  const words = page.getByRole('tooltip', { name: 'Words' })
  const refocus = () => {
    const element = button.element() as HTMLElement
    element.blur()
    element.focus()
  }
  await userEvent.keyboard('{Tab}')
  await userEvent.keyboard('a')
  refocus()
  await expect.element(words).toBeInTheDocument()
  await userEvent.keyboard('b')
  await expect.element(words).not.toBeInTheDocument()
  refocus()
  await userEvent.keyboard('a')
  await expect.element(words).not.toBeInTheDocument()
  refocus()
  await expect.element(words).toBeInTheDocument()
  expect(warn.mock.calls.filter(([words]) => String(words).includes('controlled'))).toEqual([])
})
