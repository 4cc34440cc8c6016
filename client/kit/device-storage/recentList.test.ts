import { expect, it, vi } from 'vitest'
import type { DeviceStorage } from './deviceStorage.ts'
import { recentList } from './recentList.ts'

function memory(kept: string | null = null): DeviceStorage {
  return {
    getItem: () => kept,
    setItem(_, value) {
      kept = value
    },
    removeItem() {},
  }
}

it('a recent list has the newest items first, without duplicates', () => {
  const list = recentList('x', 3, memory())
  for (const item of ['a', 'b', 'c', 'a', 'd']) list.add(item)
  expect(list.read()).toEqual(['d', 'a', 'c'])
})

it.each(['', 'no json', '{}', 'null', '[1, null, {}]'])(
  'a recent list is empty when the storage contains %j',
  (kept) => {
    expect(recentList('x', 3, memory(kept)).read()).toEqual([])
  },
)

it('a recent list never throws when local storage is missing or full', () => {
  const none = recentList('x', 3, null)
  none.add('a')
  expect(none.read()).toEqual([])
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const full = {
    ...memory(),
    setItem() {
      throw new Error('full')
    },
  }
  expect(() => recentList('x', 3, full).add('a')).not.toThrow()
  expect(warn).toHaveBeenCalledOnce()
  warn.mockRestore()
})
