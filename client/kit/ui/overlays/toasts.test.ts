import { expect, it } from 'vitest'
import { createListeners } from '../../async/listeners.ts'
import { createToasts } from './toasts.ts'

it('at most the newest three toasts are shown', () => {
  const toasts = createToasts()
  for (const title of ['a', 'b', 'c', 'd']) toasts.show({ title })
  expect(toasts.current().map(({ title }) => title)).toEqual(['b', 'c', 'd'])
})

it('a lasting toast stays when newer toasts need room', () => {
  const toasts = createToasts()
  toasts.show({ title: 'not saved', isLasting: true, isDestructive: true })
  for (const title of ['a', 'b', 'c']) toasts.show({ title })
  expect(toasts.current().map(({ title }) => title)).toEqual(['not saved', 'b', 'c'])
  for (const title of ['d', 'e']) toasts.show({ title, isLasting: true })
  for (const title of ['f', 'g']) toasts.show({ title })
  expect(toasts.current().map(({ title }) => title)).toEqual(['not saved', 'd', 'e', 'g'])
  toasts.show({ title: 'h', isLasting: true })
  expect(toasts.current().map(({ title }) => title)).toEqual(['not saved', 'e', 'h'])
})

it('a repeated toast closes only with the `endsOn` event of its newest repetition', () => {
  const toasts = createToasts()
  const [first, second] = [createListeners(), createListeners()]
  for (const { subscribe } of [first, second]) toasts.show({ title: 'not saved', isLasting: true, endsOn: subscribe })
  first.emit()
  expect(toasts.current()).toHaveLength(1)
  second.emit()
  expect(toasts.current()).toEqual([])
})

it("on a screen with room for one toast, a new toast replaces every toast that isn't lasting", () => {
  const toasts = createToasts(() => false)
  toasts.show({ title: 'a' })
  toasts.show({ title: 'new version', isLasting: true })
  for (const title of ['b', 'c']) toasts.show({ title })
  expect(toasts.current().map(({ title }) => title)).toEqual(['new version', 'c'])
})

it('dismiss closes the toast with the given id', () => {
  const toasts = createToasts()
  const first = toasts.show({ title: 'first' })
  toasts.show({ title: 'second' })
  toasts.dismiss(first)
  expect(toasts.current().map(({ title }) => title)).toEqual(['second'])
})

it("repeating the same error message doesn't add another toast", () => {
  const toasts = createToasts()
  const failure = { title: 'Failed to preload font', isDestructive: true }
  const ids = [1, 2, 3].map(() => toasts.show(failure))
  expect(new Set(ids).size).toBe(1)
  expect(toasts.current()).toHaveLength(1)
  toasts.dismiss(ids[0]!)
  toasts.show(failure)
  toasts.show({ ...failure, description: 'Another one' })
  expect(toasts.current()).toHaveLength(2)
})

it('a new toast with Undo replaces an older toast with the same title', () => {
  const toasts = createToasts()
  const offer = () => toasts.show({ title: 'Deleted', action: { label: 'Undo', run: () => {} } })
  offer()
  const newest = offer()
  expect(toasts.current().map(({ id }) => id)).toEqual([newest])
})

it('an error message about a file replaces the error message about the previous file', () => {
  const toasts = createToasts()
  toasts.show({ title: 'Saved' })
  toasts.show({ title: 'Error', detail: 'a.jpg is damaged.' })
  toasts.show({ title: 'Failed to add font', detail: 'b.ttf is damaged.' })
  expect(toasts.current()).toMatchObject([
    { title: 'Saved' },
    { title: 'Failed to add font', detail: 'b.ttf is damaged.' },
  ])
})
