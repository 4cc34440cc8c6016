import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { WorkspaceContext } from '#client/editor/workspace/WorkspaceContext.tsx'
import type { Workspace } from '#client/editor/workspace/workspace.ts'
import { SessionContext } from '#client/model/session/session.ts'
import { render } from '../../../tests/helpers/render.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { FLOORS, setGradient } from './backgroundPresets.ts'
import ChangeTab from './ChangeTab.tsx'

it("the settings of a studio floor are in order, with the floor's color inside the section Floor", async () => {
  const session = separatedSession()
  setGradient(session, FLOORS[1]!)
  render(
    <WorkspaceContext value={{ session } as unknown as Workspace}>
      <SessionContext value={session}>
        <ChangeTab />
      </SessionContext>
    </WorkspaceContext>,
  )
  const labels = () =>
    page
      .getByRole('switch')
      .or(page.getByRole('textbox', { name: / color$/ }))
      .elements()
      .map((element) => element.ariaLabel ?? (element as HTMLInputElement).labels![0]!.textContent)
  expect(labels()).toEqual(['Ground shadow', 'Background color', 'Gradient', 'Floor'])
  await page.getByRole('button', { name: 'Floor', exact: true }).click()
  expect(labels()).toEqual(['Ground shadow', 'Background color', 'Gradient', 'Floor', 'Floor color'])
})
