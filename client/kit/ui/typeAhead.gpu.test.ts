import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { collectTyping, focusField } from './typeAhead.ts'

let fired: string[]
let field: HTMLTextAreaElement
const always = () => true
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

it('focusField inserts the keys that were typed before the field appeared', async () => {
  collectTyping(always)
  await userEvent.keyboard('Hex{Backspace}llo ')
  focusField(field)
  expect([field.value, fired]).toEqual(['Hello ', []])
  await userEvent.keyboard('you')
  expect(field.value).toBe('Hello you')
})

it("focusField selects the field's content if no keys were typed before", async () => {
  collectTyping(always)
  focusField(field)
  await userEvent.keyboard('A')
  expect(field.value).toBe('A')
})

it('pressing Escape stops collecting keys for the awaited field', async () => {
  collectTyping(always)
  await userEvent.keyboard('a{Escape}b')
  focusField(field)
  expect([field.value, fired]).toEqual(['a', ['b']])
})

it('keys typed while another control has the focus go to that control', async () => {
  const button = document.createElement('button')
  document.body.append(button)
  let presses = 0
  button.onclick = () => void presses++
  const onDiscard = vi.fn()
  collectTyping(always, onDiscard)
  button.focus()
  await userEvent.keyboard('{Enter}')
  expect([presses, fired]).toEqual([1, ['Enter']])
  expect(onDiscard).toHaveBeenCalledOnce()
  button.remove()
})

it.each([
  ['is discarded by a pointer press', 1, () => window.dispatchEvent(new PointerEvent('pointerdown'))],
  ['is discarded by Tab', 1, () => press('Tab')],
  ['is not discarded by its field', 0, () => focusField(field)],
  ['is not discarded when another field is awaited', 0, () => collectTyping(always)],
])('collected text %s', (_, times, end) => {
  const onDiscard = vi.fn()
  collectTyping(always, onDiscard)
  press('a')
  end()
  expect(onDiscard).toHaveBeenCalledTimes(times)
  focusField(field)
})

it('focusField inserts keys that were typed a minute earlier', () => {
  vi.useFakeTimers()
  collectTyping(always)
  press('ف')
  vi.advanceTimersByTime(60_000)
  press('b')
  focusField(field)
  vi.useRealTimers()
  expect([field.value, fired]).toEqual(['فb', []])
})

it('keys are still collected after the page removes the focused element', () => {
  const [previous, canvas] = [document.createElement('button'), document.createElement('button')]
  document.body.append(previous, canvas)
  previous.focus()
  collectTyping(always)
  press('a')
  previous.remove()
  canvas.focus()
  press('b')
  focusField(field)
  expect([field.value, fired]).toEqual(['ab', []])
  canvas.remove()
})

it('keys trigger shortcuts when no field is awaited', () => {
  let isAwaited = true
  collectTyping(() => isAwaited)
  press('a')
  isAwaited = false
  press('b')
  focusField(field)
  expect([field.value, fired]).toEqual(['new text', ['b']])
})

/** Presses a key of the focused element without waiting, as on a busy page. */
const press = (key: string) =>
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
  )
