import { expect, test } from 'vitest'
import { listen } from './listeners.ts'

test('listen calls each event’s listener until the listeners are removed', () => {
  const target = new EventTarget()
  const events: string[] = []
  const stop = listen(target, { open: ({ type }) => events.push(type), close: ({ type }) => events.push(type) })
  for (const type of ['open', 'close', 'other']) target.dispatchEvent(new Event(type))
  stop()
  target.dispatchEvent(new Event('open'))
  expect(events).toEqual(['open', 'close'])
})
