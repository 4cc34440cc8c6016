import { expect, it } from 'vitest'
import { isTabEnabled } from '#client/editor/host/panels.ts'
import { emptyDocument } from '#client/model/document/document.ts'
import { features } from './registry.ts'

const { tabs: TABS, tabsOf } = features.panels

const ids = (search: string) => tabsOf(search).map(({ id }) => id)
const ALL = TABS.map(({ id }) => id)

/** The values of `?mode=` with the only tab that each mode shows. */
const MODES: Readonly<Record<string, string>> = {
  'text-only': 'text',
  'shapes-only': 'shapes',
  'remove-background-only': 'remove-background',
  'change-background-only': 'change-background',
  'clone-image-only': 'clone-image',
  'draw-only': 'draw',
  'overlay-only': 'images',
}

it.each(Object.entries(MODES))('the query ?mode=%s shows only the tab %s', (mode, id) => {
  expect(ids(`?mode=${mode}`)).toEqual([id])
})

it('MODES contains the query mode of every tab', () => {
  for (const { mode } of TABS) if (mode !== undefined) expect(Object.keys(MODES)).toContain(mode)
})

it.each([
  ['', ALL],
  ['?from=payment&mode=text-only', ['text']],
  ['?mode=nothing-only', ALL],
  ['?mode=', ALL],
])('tabsOf for the query %s returns the tabs %j', (search, expected) => {
  expect(ids(search)).toEqual(expected)
})

it('each tab has a unique shortcut', () => {
  expect(new Set(TABS.map(({ shortcut }) => shortcut)).size).toBe(TABS.length)
})

const doc = emptyDocument()
const photo = { asset: 'a', name: 'a.png', width: 1, height: 1, hasAlpha: false }
const withPhoto = { ...doc, photo } as unknown as typeof doc
const removed: typeof doc = { ...withPhoto, backdrop: { type: 'transparent' } }
const colored: typeof doc = { ...withPhoto, backdrop: { type: 'color', color: '#ff0000', opacity: 100 } }

it.each([
  ['no tab without a photo', doc, null, []],
  ['all tabs with a photo', withPhoto, null, ALL],
  ['no tab while a photo is processed', withPhoto, 'processing', []],
  ['no tab while a photo is converted', withPhoto, 'converting', []],
  ['only Change BG without a background', removed, null, ['change-background']],
  ['all tabs with a color as background', colored, null, ALL],
] as const)('isTabEnabled enables %s', (_, snapshot, busy, enabled) => {
  expect(TABS.filter((tab) => isTabEnabled(tab, snapshot, { busy })).map(({ id }) => id)).toEqual(enabled)
})
