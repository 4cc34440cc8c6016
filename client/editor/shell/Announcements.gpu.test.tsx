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

it('the second of two equal announcements is a new element, which screen readers announce', async () => {
  const session = separatedSession()
  for (let copies = 0; copies < 2; copies++) addLayer(session, 'text', { text: 'SAME' })
  render(
    <WorkspaceContext value={{ session } as unknown as Workspace}>
      <Announcements />
    </WorkspaceContext>,
  )
  const deleted = page.getByText('Deleted: SAME')
  session.history.undo()
  await expect.element(deleted).toBeInTheDocument()
  const first = deleted.element()
  session.history.undo()
  await expect.element(first).not.toBeInTheDocument()
  await expect.element(deleted).toBeInTheDocument()
})
