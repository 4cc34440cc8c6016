import { expect, it } from 'vitest'
import { emptyDocument } from '../document/document.ts'
import { areToolsEnabled, TABS, tabsOf } from './tabs.ts'

const ids = (search: string) => tabsOf(search).map(({ id }) => id)
const ALL = TABS.map(({ id }) => id)

it.each([
  ['', ALL],
  ['?mode=text-only', ['text']],
  ['?from=payment&mode=text-only', ['text']],
  ['?mode=nothing-only', ALL],
  ['?mode=', ALL],
])('%s shows %j', (search, expected) => {
  expect(ids(search)).toEqual(expected)
})

it('gives every tab a key of its own', () => {
  expect(new Set(TABS.map(({ shortcut }) => shortcut)).size).toBe(TABS.length)
})

it('has no tool without a photo, nor while one is being processed', () => {
  const doc = emptyDocument()
  expect(areToolsEnabled(doc, { busy: null })).toBe(false)
  const background = { id: 'b', kind: 'background', placement: 'background' }
  const photo = { asset: 'a', name: 'a.png', width: 1, height: 1, hasAlpha: false }
  const full = { ...doc, photo, layers: { b: background }, order: ['b'] } as unknown as typeof doc
  expect(areToolsEnabled(full, { busy: null })).toBe(true)
  expect(areToolsEnabled(full, { busy: 'processing' })).toBe(false)
})
