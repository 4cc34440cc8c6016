/** Tests of the objects panel while candidate masks are being computed. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { SessionContext } from '#client/model/session/session.ts'
import { startLifting } from '#client/model/session/ui/subject.ts'
import { render } from '../../../tests/helpers/render.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { WorkspaceContext } from '../workspace/WorkspaceContext.tsx'
import type { Workspace } from '../workspace/workspace.ts'
import ObjectsPanel from './ObjectsPanel.tsx'

it.each(['lift', 'erase'] as const)('starting to %s shows the status that objects are being searched', async (way) => {
  const session = separatedSession()
  const state = { candidates: 'searching' }
  const subjectSelector = { get: () => state, subscribe: () => () => {}, findCandidates: async () => {}, close() {} }
  startLifting(session.ui, way)
  render(
    <SessionContext value={session}>
      <WorkspaceContext value={{ session, subjectSelector } as unknown as Workspace}>
        <ObjectsPanel />
      </WorkspaceContext>
    </SessionContext>,
  )
  await expect.element(page.getByText('Finding objects', { exact: true })).toBeVisible()
})
