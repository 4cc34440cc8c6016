import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { CROP_TAB } from '#client/features/crop/cropState.ts'
import { addLayer } from '#client/layers/actions.ts'
import { SessionContext } from '#client/model/session/session.ts'
import { render } from '../../../tests/helpers/render.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { CommandsOn } from '../commands/CommandButton.tsx'
import type { CommandContext } from '../commands/command.ts'
import { WorkspaceContext } from '../workspace/WorkspaceContext.tsx'
import type { Workspace } from '../workspace/workspace.ts'
import { UndoRedo } from './BarGroup.tsx'

const crop = page.getByRole('button', { name: 'Crop' })
let session: ReturnType<typeof separatedSession>

beforeEach(() => {
  session = separatedSession()
  addLayer(session, 'text') // selects the text
  const workspace = { session } as Workspace
  render(
    <SessionContext value={session}>
      <WorkspaceContext value={workspace}>
        <CommandsOn value={{ workspace } as CommandContext}>
          <UndoRedo isFloating />
        </CommandsOn>
      </WorkspaceContext>
    </SessionContext>,
  )
})

it('on a narrow screen, the top bar shows Crop while a layer is selected', async () => {
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect.element(crop).toBeVisible()
})

it('on a narrow screen, the top bar shows Crop while the crop panel is open', async () => {
  session.ui.tab = CROP_TAB
  await expect.element(crop).toHaveAttribute('aria-pressed', 'true')
})
