import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../../../tests/helpers/render.ts'
import { RenameInput } from './RenameInput.tsx'

function mount() {
  const log: (string | null)[] = []
  render(
    <div data-home>
      <RenameInput label="Name" name="Old" maxLength={40} home="[data-home]" onEnd={(next) => log.push(next)} />
      <button type="button">Home</button>
    </div>,
  )
  return { log, input: page.getByRole('textbox', { name: 'Name' }) }
}

/** Safari finishes the composition before the keydown event, so only the event's `keyCode` marks the composition. */
const COMPOSING = [
  { key: 'Enter', isComposing: true },
  { key: 'Escape', isComposing: true },
  { key: 'Enter', keyCode: 229 },
] as const

it.each(COMPOSING)('the name field ignores the key %j during composition', async (key) => {
  const { log, input } = mount()
  await expect.element(input).toHaveFocus()
  const event = new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true })
  expect(input.element().dispatchEvent(event)).toBe(true)
  await expect.element(input).toHaveFocus()
  expect(log).toEqual([])
})

it.each([
  ['{Enter}', 'New'],
  ['{Escape}', null],
])('the key %s in the name field commits the name once', async (key, expected) => {
  const { log, input } = mount()
  await input.fill('New')
  await userEvent.keyboard(key)
  await expect.element(page.getByRole('button', { name: 'Home' })).toHaveFocus()
  expect(log).toEqual([expected])
})

it('a shortcut that commits the name returns the focus to the item', async () => {
  const { log, input } = mount()
  await input.fill('New')
  const field = input.element() as HTMLElement
  field.blur()
  field.focus()
  await expect.element(page.getByRole('button', { name: 'Home' })).toHaveFocus()
  expect(log).toEqual(['New'])
})
