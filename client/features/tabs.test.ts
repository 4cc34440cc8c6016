import { expect, it } from 'vitest'
import { disabledReason } from '#client/editor/commands/command.ts'
import { tabNeeds } from '#client/editor/commands/requirements.ts'
import { commandContext } from '#client/editor/commands/testing.ts'
import { createPanels, type Tab } from '#client/editor/host/panels.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { quietSession } from '../../tests/helpers/session.ts'
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

it('tabsOf returns the same list for the same mode', () => {
  expect(tabsOf('?mode=text-only&from=payment')).toBe(tabsOf('?mode=text-only'))
})

it.each(['shortcut', 'place'] as const)('each tab has a unique %s', (name) => {
  const values = TABS.flatMap((tab) => tab[name] ?? [])
  expect(new Set(values).size).toBe(values.length)
})

it('createPanels sorts the tabs by place, then adds the tabs without a place', () => {
  const { place: _, ...unplaced } = TABS[0]!
  const further = [
    { ...unplaced, id: 'new' },
    { ...unplaced, id: 'second', place: 15 },
  ]
  const tabs = createPanels(further).tabs.map(({ id }) => id)
  expect(tabs.slice(0, 2)).toEqual(['text', 'second'])
  expect(tabs.at(-1)).toBe('new')
})

const photo = { asset: 'a' as AssetId, name: 'a.png', width: 1, height: 1, hasAlpha: false }

it.each([
  ['no tab without a photo', {}, null, []],
  ['all tabs with a photo', { photo }, null, ALL],
  ['no tab while a photo is processed', { photo }, 'processing', []],
  ['no tab while a photo is converted', { photo }, 'converting', []],
  ['only Change BG without a background', { photo, backdrop: { type: 'transparent' } }, null, ['change-background']],
  [
    'all tabs with a color as background',
    { photo, backdrop: { type: 'color', color: '#ff0000', opacity: 100 } },
    null,
    ALL,
  ],
] as const)('tabNeeds enables %s', (_, changes, busy, enabled) => {
  const session = quietSession()
  session.history.restart(() => {
    Object.assign(session.doc, changes)
  })
  session.ui.busy = busy
  const context = commandContext(features, { session }, () => {})
  const isEnabled = (tab: Tab) => disabledReason({ needs: tabNeeds(tab) }, context) === null
  expect(TABS.filter(isEnabled).map(({ id }) => id)).toEqual(enabled)
})
