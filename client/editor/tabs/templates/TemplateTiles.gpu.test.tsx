/** Test of a template's tile while the template is being applied. */

import { proxy } from 'valtio/vanilla'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../../../tests/helpers/render.ts'
import { separatedSession } from '../../../../tests/helpers/session.ts'
import { WorkspaceContext } from '../../workspace/WorkspaceContext.tsx'
import type { Workspace } from '../../workspace/workspace.ts'
import { TemplateTiles } from './TemplateTiles.tsx'

it('a spinner covers only the template that is being applied', async () => {
  const session = separatedSession()
  const templatePreviews = { previews: proxy({}), show: () => () => {} }
  render(
    <WorkspaceContext value={{ session, templatePreviews } as unknown as Workspace}>
      <TemplateTiles own={[]} onUse={() => {}} />
    </WorkspaceContext>,
  )
  const busy = () => [...document.querySelectorAll('[aria-busy=true]')].map(({ textContent }) => textContent)
  await expect.element(page.getByRole('button', { name: 'Poster' })).toBeVisible()
  expect(busy()).toEqual([])
  session.ui.templates.applying = 'poster'
  await expect.poll(busy).toEqual(['Poster'])
  session.ui.templates.applying = null
  await expect.poll(busy).toEqual([])
})
