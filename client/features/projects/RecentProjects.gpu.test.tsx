import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { ProjectRecord } from '#client/editor/storage/projectStore.ts'
import { WorkspaceContext } from '#client/editor/workspace/WorkspaceContext.tsx'
import type { Workspace } from '#client/editor/workspace/workspace.ts'
import { emptyDocument } from '#client/model/document/document.ts'
import { render } from '../../../tests/helpers/render.ts'
import { quietSession } from '../../../tests/helpers/session.ts'
import { RecentProjects } from './RecentProjects.tsx'

const project = (_: unknown, i: number): ProjectRecord => ({
  ...{ id: `p${i}`, version: 1, name: `photo${i}.jpg`, savedAt: i, thumbnail: null, sizes: {}, assets: [] },
  document: emptyDocument(),
})

it.each([
  [6, 6, false],
  [24, 6, true],
])(
  'of %i stored projects, the empty canvas lists %i, and all if the user asks for them: %s',
  async (stored, listed, hasMore) => {
    const projects = { recent: async () => Array.from({ length: stored }, project), onChange: () => () => {} }
    render(
      <WorkspaceContext value={{ session: quietSession(), projects } as unknown as Workspace}>
        <RecentProjects />
      </WorkspaceContext>,
    )
    const names = page.getByText(/^photo\d+\.jpg/)
    await expect.poll(() => names.elements().length).toBe(listed)
    const more = page.getByRole('button', { name: 'Show all projects' })
    expect(more.elements()).toHaveLength(hasMore ? 1 : 0)
    if (!hasMore) return
    await more.click()
    await expect.poll(() => names.elements().length).toBe(stored)
    await expect.element(more).not.toBeInTheDocument()
  },
)
