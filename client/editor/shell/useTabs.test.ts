import { expect, it } from 'vitest'
import { addLayer } from '#client/layers/actions.ts'
import { select } from '#client/model/session/ui/selection.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { createPanels } from '../host/panels.ts'
import { followSelection } from './useTabs.ts'

const panels = createPanels([])
const { tabs: TABS, tabsOf } = panels

it.each([
  ['pointer', 'the Text tab replaces the tab of another kind', 'shapes', TABS, 'text'],
  ['pointer', 'no tab opens if no tab was open', null, TABS, null],
  ['pointer', "a tab of the photo's settings stays open", 'tune-image', TABS, 'tune-image'],
  ['pointer', 'the only tab of the page stays open', 'shapes', tabsOf('?mode=shapes-only'), 'shapes'],
  ['key', 'the tab of another kind stays open', 'shapes', TABS, 'shapes'],
] as const)('after a text layer was selected by %s, %s', async (device, _, open, tabs, expected) => {
  const session = separatedSession()
  const text = addLayer(session, 'text')!
  select(session.ui)
  const input = new EventTarget() as Window
  const stop = followSelection(session, panels, tabs, input)
  session.ui.panel = open
  for (const type of ['keydown', 'pointerdown', 'keydown'].slice(0, device === 'pointer' ? 2 : 3))
    input.dispatchEvent(new Event(type))
  select(session.ui, text)
  await Promise.resolve() // valtio notifies its listeners in a microtask
  await Promise.resolve()
  expect(session.ui.panel).toBe(expected)
  stop()
})
