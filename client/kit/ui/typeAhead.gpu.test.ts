import { afterEach, beforeEach, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { collectTyping, focusField } from './typeAhead.ts'

let fired: string[]
let field: HTMLTextAreaElement
const shortcut = (event: KeyboardEvent) => void fired.push(event.key)

beforeEach(() => {
  fired = []
  field = document.createElement('textarea')
  field.value = 'new text'
  document.body.append(field)
  addEventListener('keydown', shortcut)
})
afterEach(() => {
  removeEventListener('keydown', shortcut)
  field.remove()
})

it('keys pressed before a field has the focus are typed into that field', async () => {
  collectTyping()
  await userEvent.keyboard('Hex{Backspace}llo ')
  focusField(field)
  expect([field.value, fired]).toEqual(['Hello ', []])
  await userEvent.keyboard('you')
  expect(field.value).toBe('Hello you')
})

it("without pressed keys, the field's content is selected", async () => {
  collectTyping()
  focusField(field)
  await userEvent.keyboard('A')
  expect(field.value).toBe('A')
})

it('keys pressed after Escape are not typed into the field', async () => {
  collectTyping()
  await userEvent.keyboard('a{Escape}b')
  focusField(field)
  expect([field.value, fired]).toEqual(['new text', ['Escape', 'b']])
})

it('keys pressed after another control has the focus go to that control', async () => {
  const button = document.createElement('button')
  document.body.append(button)
  let presses = 0
  button.onclick = () => void presses++
  collectTyping()
  button.focus()
  await userEvent.keyboard('{Enter}')
  expect([presses, fired]).toEqual([1, ['Enter']])
  button.remove()
})
