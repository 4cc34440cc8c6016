import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { runCommand } from '#client/editor/commands/command.ts'
import { commandContext } from '#client/editor/commands/testing.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { mountTextTab } from '../../tests/helpers/textTab.tsx'
import { features } from './registry.ts'

const tab = mountTextTab()
const tools = { isGesturing: false, up() {}, cancel() {} }

/** Returns the selected layer without its id. */
function selected() {
  const [selection] = tab.session.ui.selection
  if (!selection) throw new Error('no layer is selected')
  const { id: _, ...layer } = snapshotOf(tab.session).layers[selection]!
  return layer
}

it('the command and the button add the same text layer', async () => {
  await page.getByRole('button', { name: 'Add Text', exact: true }).click()
  const byButton = selected()
  expect(byButton).toMatchObject({ text: 'new text', fontSize: 600, frame: { enabled: true } })
  tab.mount()
  runCommand(
    features.commands.of('add-text'),
    commandContext(features, { session: tab.session, tools: tools as never }),
  )
  expect(selected()).toEqual(byButton)
})
