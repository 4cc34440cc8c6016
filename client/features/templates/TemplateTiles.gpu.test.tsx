/** Tests the template tiles and the text fields below them. */

import type { ReactNode } from 'react'
import { proxy } from 'valtio/vanilla'
import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { WorkspaceContext } from '#client/editor/workspace/WorkspaceContext.tsx'
import type { Workspace } from '#client/editor/workspace/workspace.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { newLayer } from '#client/layers/registry.ts'
import type { TextLayer } from '#client/layers/text/schema.ts'
import { SessionContext } from '#client/model/session/session.ts'
import { select } from '#client/model/session/ui/selection.ts'
import { render } from '../../../tests/helpers/render.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { TemplateTiles } from './TemplateTiles.tsx'
import { TemplateWords } from './TemplateWords.tsx'
import { templateState } from './templateState.ts'

/** Painted preview of a template: an image of one gray pixel. */
const PAINTED = 'data:image/gif;base64,R0lGODlhAQABAIAAAICAgAAAACwAAAAAAQABAAACAkQBADs='

/** Shows the template tiles on an open photo. `painted`: the painted previews. `show` is called to request previews. */
async function showTiles({
  session = separatedSession(),
  painted = {},
  isStrip = false,
  children = null as ReactNode,
} = {}) {
  const show = vi.fn(() => () => {})
  const templatePreviews = { previews: proxy<Record<string, string>>(painted), show }
  render(
    <WorkspaceContext value={{ session, flow: () => templatePreviews } as unknown as Workspace}>
      <SessionContext value={session}>
        <div role="application">Photo</div>
        <TemplateTiles own={[]} isStrip={isStrip} onUse={() => {}}>
          {children}
        </TemplateTiles>
      </SessionContext>
    </WorkspaceContext>,
  )
  await expect.element(page.getByRole('button', { name: 'Poster' })).toBeVisible()
  return { session, show }
}

it('a spinner covers only the template that is being applied', async () => {
  const { session } = await showTiles()
  const busy = () => [...document.querySelectorAll('[aria-busy=true]')].map(({ textContent }) => textContent)
  expect(busy()).toEqual([])
  templateState(session).applying = 'poster'
  await expect.poll(busy).toEqual(['Poster'])
  templateState(session).applying = null
  await expect.poll(busy).toEqual([])
})

it('a tile shows a skeleton until the preview on the open photo is painted', async () => {
  await showTiles({ painted: { poster: PAINTED } })
  const tiles = [...document.querySelectorAll('li')]
  const painted = tiles.filter((tile) => tile.querySelector('img'))
  expect(painted.map((tile) => tile.querySelector('img')!.getAttribute('src'))).toEqual([PAINTED])
  expect(tiles.filter((tile) => tile.querySelector('[class*=skeleton]'))).toHaveLength(tiles.length - 1)
})

it("the applied template's tile is marked until the template's layers are deleted", async () => {
  const { session } = await showTiles()
  const marked = () => [...document.querySelectorAll('[aria-pressed=true]')].map(({ textContent }) => textContent)
  expect(marked()).toEqual([])
  const id = newLayer(session.doc, 'text')
  templateState(session).last = { id: 'sale', layers: [id], texts: [[id]], surplus: [] }
  await expect.poll(marked).toEqual(['Sale'])
  session.doc.order.splice(session.doc.order.indexOf(id), 1)
  await expect.poll(marked).toEqual([])
})

it('a template strip shows stored thumbnails, not previews on the open photo', async () => {
  const { show } = await showTiles({ painted: { poster: PAINTED }, isStrip: true })
  expect(document.querySelector('li[data-id=poster] img')?.getAttribute('src')).toContain('poster.webp')
  expect(show).not.toHaveBeenCalled()
})

/** Shows the tiles after the template "Sale" was applied. The template's title is in two text layers. */
async function mountApplied() {
  const session = separatedSession()
  const texts = session.history.transact('Use template', () =>
    ['Sale', 'Sale', 'Today only'].map((text) => newLayer(session.doc, 'text', { text })),
  )
  const [title, again, subtitle] = texts as [LayerId, LayerId, LayerId]
  session.ui.panel = 'templates'
  templateState(session).last = { id: 'sale', layers: texts, texts: [[title, again], [subtitle]], surplus: [] }
  await showTiles({ session, children: <TemplateWords /> })
  return { session, texts, wordsOf: (id: LayerId) => (session.doc.layers[id] as TextLayer).text }
}

it('editing a text field below the applied template changes every text layer with that role', async () => {
  const { session, texts, wordsOf } = await mountApplied()
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Winter')
  expect(texts.map(wordsOf)).toEqual(['Winter', 'Winter', 'Today only'])
  session.history.undo()
  expect(texts.map(wordsOf)).toEqual(['Sale', 'Sale', 'Today only'])
})

it.each([
  ['a click on a text layer of the applied template focuses its field', 2, 'Subtitle'],
  ['a click on a repeated title focuses the field of the title', 1, 'Title'],
] as const)('%s', async (_, clicked, name) => {
  const { session, texts } = await mountApplied()
  select(session.ui, texts[clicked]!)
  await userEvent.click(page.getByRole('application'))
  await expect.element(page.getByRole('textbox', { name, exact: true })).toHaveFocus()
})

it("a text field doesn't shrink while the user types shorter text", async () => {
  await mountApplied()
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await title.fill('Winter\nSale')
  const { height } = title.element().getBoundingClientRect()
  await userEvent.click(page.getByRole('application'))
  await title.click()
  await title.fill('Go')
  expect(title.element().getBoundingClientRect().height).toBe(height)
})

it("a click between the template's text fields doesn't move the focus", async () => {
  await mountApplied()
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await title.click()
  await page.getByRole('group', { name: 'Template text' }).click({ position: { x: 4, y: 4 } })
  await expect.element(title).toHaveFocus()
})
