/** Tests of the templates' tiles. */

import { proxy } from 'valtio/vanilla'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { newLayer } from '#client/layers/registry.ts'
import { render } from '../../../../tests/helpers/render.ts'
import { separatedSession } from '../../../../tests/helpers/session.ts'
import { WorkspaceContext } from '../../workspace/WorkspaceContext.tsx'
import type { Workspace } from '../../workspace/workspace.ts'
import { TemplateTiles } from './TemplateTiles.tsx'

/** the preview of a template on the user's photo: one grey pixel */
const PAINTED = 'data:image/gif;base64,R0lGODlhAQABAIAAAICAgAAAACwAAAAAAQABAAACAkQBADs='

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

it('on an open photo, tiles fade their sample until painted, and the applied template is marked until it is undone', async () => {
  const session = separatedSession()
  const templatePreviews = { previews: proxy({ poster: PAINTED }), show: () => () => {} }
  render(
    <WorkspaceContext value={{ session, templatePreviews } as unknown as Workspace}>
      <TemplateTiles own={[]} onUse={() => {}} />
    </WorkspaceContext>,
  )
  await expect.element(page.getByRole('button', { name: 'Poster' })).toBeVisible()
  const clear = () =>
    [...document.querySelectorAll('li img')].filter((image) => getComputedStyle(image).opacity === '1')
  expect(clear().map((image) => image.getAttribute('src'))).toEqual([PAINTED])
  expect(document.querySelectorAll('li img').length).toBe(document.querySelectorAll('li').length)
  const marked = () => [...document.querySelectorAll('[aria-pressed=true]')].map(({ textContent }) => textContent)
  expect(marked()).toEqual([])
  const id = newLayer(session.doc, 'text')
  session.ui.templates.surplus = { id: 'sale', layers: [id], words: [] }
  await expect.poll(marked).toEqual(['Sale'])
  session.doc.order.splice(session.doc.order.indexOf(id), 1)
  await expect.poll(marked).toEqual([])
})
