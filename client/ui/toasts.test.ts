import { expect, it } from 'vitest'
import { createToasts } from './toasts.ts'

it('keeps the newest three', () => {
  const toasts = createToasts()
  for (const title of ['a', 'b', 'c', 'd']) toasts.show({ title })
  expect(toasts.current().map(({ title }) => title)).toEqual(['b', 'c', 'd'])
})

it('dismisses the one that is named', () => {
  const toasts = createToasts()
  const first = toasts.show({ title: 'first' })
  toasts.show({ title: 'second' })
  toasts.dismiss(first)
  expect(toasts.current().map(({ title }) => title)).toEqual(['second'])
})
