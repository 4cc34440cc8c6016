import { useState } from 'react'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../../../tests/helpers/render.ts'
import { FontPicker } from './FontPicker.tsx'

const families = Array.from({ length: 250 }, (_, i) => ({
  name: `Font ${String(i).padStart(3, '0')}`,
  category: i % 2 ? 'serif' : 'sans',
  ...(i === 101 && { scripts: ['Cyrillic', 'Greek'] }),
}))
const categories = [
  { value: 'sans', label: 'Sans' },
  { value: 'serif', label: 'Serif' },
]

function mount() {
  const log: string[] = []
  const asked: string[] = []
  const loadFace = async (name: string) => {
    asked.push(name)
    return true
  }
  function Kept() {
    const [value, setValue] = useState('Font 100')
    return (
      <FontPicker
        label="Font"
        value={value}
        families={families}
        categories={categories}
        loadFace={loadFace}
        onChange={(name) => {
          log.push(`chose ${name}`)
          setValue(name)
        }}
        onPreview={(name) => log.push(name === null ? 'restored' : `previewed ${name}`)}
      />
    )
  }
  render(<Kept />)
  const trigger = page.getByRole('button', { name: /^Font:/ })
  const search = page.getByRole('combobox', { name: 'Search fonts' })
  /** Opens the font list and moves the focus into it. */
  async function open() {
    await trigger.click()
    await expect.element(search).toHaveFocus()
  }
  return { log, asked, trigger, search, open }
}

it('the font picker opens with the chosen font in view', async () => {
  const { trigger } = mount()
  await trigger.click()
  const chosen = page.getByRole('option', { selected: true })
  await expect.element(chosen).toHaveTextContent('Font 100')
  await expect.element(chosen).toBeInViewport()
  expect(page.getByRole('option').elements().length).toBeLessThan(30)
  await expect.element(chosen).toHaveAttribute('aria-setsize', '250')
})

it("a row of the font picker names the font's scripts", async () => {
  const { trigger } = mount()
  await trigger.click()
  const row = page.getByRole('option', { name: /^Font 101/ })
  await expect.poll(() => row.element().textContent).toContain('Cyrillic, Greek')
  await expect.element(page.getByRole('option', { name: 'Font 102' })).toHaveTextContent('Font 102')
})

it('Enter chooses the font that the arrow keys previewed', async () => {
  const { log, trigger, open } = mount()
  await open()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{Enter}')
  expect(log).toEqual(['previewed Font 101', 'previewed Font 102', 'previewed Font 101', 'chose Font 101'])
  await expect.element(trigger).toHaveAccessibleName('Font: Font 101')
})

it("Enter that ends an input method's composition doesn't choose a font", async () => {
  const { log, search, open } = mount()
  await open()
  const enter = { key: 'Enter', bubbles: true, isComposing: true }
  search.element().dispatchEvent(new KeyboardEvent('keydown', enter))
  await userEvent.keyboard('{ArrowDown}')
  expect(log).toEqual(['previewed Font 101'])
})

it('Escape restores the chosen font', async () => {
  const { log, search, open } = mount()
  await open()
  await userEvent.keyboard('{ArrowDown}{Escape}')
  await expect.element(search).not.toBeInTheDocument()
  expect(log).toEqual(['previewed Font 101', 'restored'])
})

it("hovering over a row previews the row's font", async () => {
  const { log, trigger } = mount()
  await trigger.click()
  await page.getByRole('option', { name: 'Font 102' }).hover()
  await expect.poll(() => log.at(-1)).toBe('previewed Font 102')
})

it('the font list scrolls to the row that the arrow keys activate', async () => {
  const { search, open } = mount()
  await open()
  const chosen = search.element().getAttribute('aria-activedescendant')
  await userEvent.keyboard('{PageDown}{PageDown}{PageDown}')
  /**
   * Returns true if a row other than the chosen font's is active and visible. The list renders rows only after
   * scrolling.
   */
  const isInView = () => {
    const id = search.element().getAttribute('aria-activedescendant')
    const row = document.getElementById(id ?? '')?.getBoundingClientRect()
    const list = page.getByRole('listbox').element().getBoundingClientRect()
    return id !== chosen && row !== undefined && row.top >= list.top && row.bottom <= list.bottom
  }
  await expect.poll(isInView).toBe(true)
})

it('a search text filters the fonts', async () => {
  const { log, trigger, search } = mount()
  await trigger.click()
  await search.fill('9 font 24')
  await userEvent.keyboard('{Enter}')
  expect(log.at(-1)).toBe('chose Font 249')
  await trigger.click()
  await search.fill('zzz')
  await expect.element(page.getByText('No fonts match “zzz”')).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(log.at(-1)).not.toContain('zzz')
})

it('a category button filters the fonts', async () => {
  const { trigger } = mount()
  await trigger.click()
  await page.getByRole('button', { name: 'Serif' }).click()
  await expect.element(page.getByRole('option').first()).toHaveAttribute('aria-setsize', '125')
})

it('the font list loads only the faces of visible rows', async () => {
  const { asked, trigger } = mount()
  await trigger.click()
  await expect.poll(() => asked).toContain('Font 101')
  expect(new Set(asked).size).toBeLessThan(30)
})
