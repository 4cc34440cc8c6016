import { expect, it, vi } from 'vitest'
import { createDialogs } from './dialogs.ts'

it('dialogs are shown one at a time, in order', async () => {
  const dialogs = createDialogs()
  const first = dialogs.confirm({ title: 'First?', confirm: 'Yes' })
  const second = dialogs.confirm({ title: 'Second?', confirm: 'Yes' })
  expect(dialogs.current()?.title).toBe('First?')
  dialogs.current()?.answer(true)
  expect(dialogs.current()?.title).toBe('Second?')
  dialogs.current()?.answer(false)
  expect([await first, await second]).toEqual([true, false])
  expect(dialogs.current()).toBeNull()
})

it("dialogs don't call a listener that has unsubscribed", () => {
  const dialogs = createDialogs()
  const listener = vi.fn()
  const leave = dialogs.subscribe(listener)
  void dialogs.alert('One')
  leave()
  void dialogs.alert('Two')
  expect(listener).toHaveBeenCalledTimes(1)
})
