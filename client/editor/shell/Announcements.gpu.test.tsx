import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { addLayer } from '#client/layers/actions.ts'
import { select } from '#client/model/session/ui/selection.ts'
import { render } from '../../../tests/helpers/render.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { WorkspaceContext } from '../workspace/WorkspaceContext.tsx'
import type { Workspace } from '../workspace/workspace.ts'
import { Announcements } from './Announcements.tsx'

it('selecting a layer announces that layer', async () => {
  const session = separatedSession()
  const [first, second] = ['ONE', 'TWO'].map((text) => addLayer(session, 'text', { text })!)
  render(
    <WorkspaceContext value={{ session } as unknown as Workspace}>
      <Announcements />
    </WorkspaceContext>,
  )
  select(session.ui, first!)
  await expect.element(page.getByText(/Text ONE/)).toBeInTheDocument()
  select(session.ui, second!)
  await expect.element(page.getByText(/Text TWO/)).toBeInTheDocument()
})
