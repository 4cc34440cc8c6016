import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { features } from '#client/features/registry.ts'
import { addLayer } from '#client/layers/actions.ts'
import { SessionContext } from '#client/model/session/session.ts'
import { render } from '../../../tests/helpers/render.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { CommandsOn } from '../commands/CommandButton.tsx'
import { commandContext } from '../commands/testing.ts'
import { FeaturesContext } from '../host/Slot.tsx'
import { WorkspaceContext } from '../workspace/WorkspaceContext.tsx'
import type { Workspace } from '../workspace/workspace.ts'
import { ProjectButtons, UndoRedo } from './BarGroup.tsx'

const crop = page.getByRole('button', { name: 'Crop' })
let session: ReturnType<typeof separatedSession>

beforeEach(() => {
  session = separatedSession()
  addLayer(session, 'text') // `addLayer` also selects the text layer
  const context = commandContext(features, { session, tools: { up() {} } as Workspace['tools'] })
  render(
    <SessionContext value={session}>
      <WorkspaceContext value={context.workspace}>
        <FeaturesContext value={features}>
          <CommandsOn value={context}>
            <UndoRedo isFloating />
            <ProjectButtons />
          </CommandsOn>
        </FeaturesContext>
      </WorkspaceContext>
    </SessionContext>,
  )
})

it('on a narrow screen, the top bar shows Crop while a layer is selected', async () => {
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect.element(crop).toBeVisible()
})

it('on a narrow screen, the top bar shows Crop while the crop panel is open', async () => {
  session.ui.panel = 'crop'
  await expect.element(crop).toHaveAttribute('aria-pressed', 'true')
})

it('the button next to Open project opens the recent projects', async () => {
  const recent = page.getByRole('button', { name: 'Recent projects' })
  expect(recent.element().previousElementSibling).toBe(page.getByRole('button', { name: 'Open project' }).element())
  await recent.click()
  expect(session.ui.dialog).toBe('projects')
})
