import { expect, it } from 'vitest'
import { addLayer } from '#client/layers/actions.ts'
import { select } from '#client/model/session/ui/selection.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { followSelection } from './followSelection.ts'
import { TABS, tabsOf } from './tabs.ts'

it.each([
  ['the tab of another kind', 'shapes', TABS, 'text'],
  ['no tab', null, TABS, null],
  ["a tab of the photo's settings", 'tune-image', TABS, 'tune-image'],
  ['the only tab of the page', 'shapes', tabsOf('?mode=shapes-only'), 'shapes'],
] as const)('selecting a text while %s is open shows the expected tab', async (_, open, tabs, expected) => {
  const session = separatedSession()
  const text = addLayer(session, 'text')!
  select(session.ui)
  const stop = followSelection(session, tabs)
  session.ui.tab = open
  select(session.ui, text)
  await Promise.resolve() // valtio notifies in a microtask
  await Promise.resolve()
  expect(session.ui.tab).toBe(expected)
  stop()
})
