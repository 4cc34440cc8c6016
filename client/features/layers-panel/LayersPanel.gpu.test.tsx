import { expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CommandsOn } from '#client/editor/commands/CommandButton.tsx'
import { commandContext } from '#client/editor/commands/testing.ts'
import { WorkspaceContext } from '#client/editor/workspace/WorkspaceContext.tsx'
import type { Workspace } from '#client/editor/workspace/workspace.ts'
import { createDeferred, type Deferred } from '#client/kit/async/deferred.ts'
import { listen } from '#client/kit/async/listeners.ts'
import type { AssetId, LayerId } from '#client/kit/values/ids.ts'
import { newLayer } from '#client/layers/registry.ts'
import { type Session, SessionContext } from '#client/model/session/session.ts'
import { select } from '#client/model/session/ui/selection.ts'
import type { StageHandle } from '#client/render/compositor/Stage.tsx'
import { render } from '../../../tests/helpers/render.ts'
import { quietSession } from '../../../tests/helpers/session.ts'
import { features } from '../registry.ts'
import { LayersPanel } from './LayersPanel.tsx'

/** Opens the panel for a document with a photo and the layers that `edit` adds. */
function mount(edit: (session: Session) => void, stage: Pick<Deferred<StageHandle>, 'ready'>) {
  const session = quietSession()
  session.ui.layers.isOpen = true
  session.history.restart(() => {
    session.doc.photo = { asset: 'p' as AssetId, name: 'p.jpg', hasAlpha: false, width: 1000, height: 500 }
    newLayer(session.doc, 'background')
    edit(session)
  })
  const context = commandContext(features, { session, stage: stage as Workspace['stage'] })
  render(
    <WorkspaceContext value={context.workspace}>
      <SessionContext value={session}>
        <CommandsOn value={context}>
          <LayersPanel />
        </CommandsOn>
      </SessionContext>
    </WorkspaceContext>,
  )
  return session
}

it('the layers panel opens first and renders its rows in a later task', async () => {
  mount(({ doc }) => newLayer(doc, 'text', { text: 'Words' }), createDeferred<StageHandle>())
  expect(page.getByRole('region', { name: 'Layers' }).elements()).toHaveLength(1)
  expect(page.getByRole('treeitem').elements()).toHaveLength(0)
  await expect.poll(() => page.getByRole('treeitem').elements()).toHaveLength(1)
})

it('the layers panel of a photo without a subject shows a hint until a layer is added', async () => {
  const { doc, history } = mount(() => {}, createDeferred<StageHandle>())
  const hint = page.getByText('Layers you add appear here.', { exact: true })
  await expect.element(hint).toBeVisible()
  history.transact('Add', () => newLayer(doc, 'text', { text: 'Words' }))
  await expect.element(hint).not.toBeInTheDocument()
})

it('Delete in a row removes all selected layers, and selects the next row', async () => {
  const ids: LayerId[] = []
  const session = mount(({ doc }) => {
    for (const text of ['A', 'B', 'C', 'D']) ids.push(newLayer(doc, 'text', { text }))
  }, createDeferred<StageHandle>())
  await expect.poll(() => page.getByRole('treeitem').elements()).toHaveLength(4)
  const row = (id: LayerId | undefined) => document.querySelector<HTMLElement>(`[data-layer="${id}"]`)!
  row(ids[2]).focus()
  select(session.ui, ids[2]!, ids[1]!)
  row(ids[2]).dispatchEvent(new KeyboardEvent('keydown', { key: 'Delete', bubbles: true }))
  expect(session.doc.order.filter((id) => ids.includes(id))).toEqual([ids[0], ids[3]])
  expect(session.ui.selection).toEqual([ids[0]])
})

it.each(['ltr', 'rtl'])(
  'in a %s layout, the arrow keys walk through rows and buttons without moving layers',
  async (dir) => {
    const [inwards, outwards] = dir === 'ltr' ? ['{ArrowRight}', '{ArrowLeft}'] : ['{ArrowLeft}', '{ArrowRight}']
    const ids: LayerId[] = []
    mount(({ doc }) => {
      for (const text of ['A', 'B']) ids.push(newLayer(doc, 'text', { text }))
    }, createDeferred<StageHandle>())
    await expect.poll(() => page.getByRole('treeitem').elements()).toHaveLength(2)
    const shortcut = vi.fn()
    const stop = listen(window, { keydown: ({ key }) => shortcut(key) })
    onTestFinished(() => {
      stop()
      document.documentElement.dir = 'ltr'
    })
    document.documentElement.dir = dir
    document.querySelector<HTMLElement>(`[data-layer="${ids[1]}"]`)!.focus()
    const focused = () => document.activeElement?.getAttribute('aria-label')
    const names: (string | null | undefined)[] = []
    for (const key of [
      inwards,
      inwards,
      inwards,
      outwards,
      outwards,
      outwards,
      inwards,
      '{ArrowDown}',
      inwards,
      '{ArrowUp}',
    ]) {
      await userEvent.keyboard(key)
      names.push(focused())
    }
    const [hide, lock, row] = ['Hide B', 'Lock B', expect.stringContaining('Text B')]
    const next = [expect.stringContaining('Text A'), 'Hide A', row]
    expect(names).toEqual([hide, lock, lock, hide, row, row, hide, ...next])
    expect(shortcut).not.toHaveBeenCalled()
  },
)

it('on a phone, a new photo closes the layers sheet', async () => {
  await page.viewport(390, 844)
  const { doc, ui } = mount(({ doc }) => newLayer(doc, 'text', { text: 'Words' }), createDeferred<StageHandle>())
  await expect.element(page.getByRole('treeitem')).toBeVisible()
  doc.photo = { ...doc.photo!, asset: 'q' as AssetId }
  await expect.element(page.getByRole('treeitem')).not.toBeInTheDocument()
  expect(ui.layers.isOpen).toBe(false)
})

it("the subject's row is filled only while it is selected", async () => {
  const ids: LayerId[] = []
  const { ui } = mount(({ doc }) => void ids.push(newLayer(doc, 'subject')), createDeferred<StageHandle>())
  const row = page.getByRole('treeitem')
  await expect.element(row).toBeVisible()
  row.element().setAttribute('style', 'pointer-events: none') // an earlier test may have left the pointer over the row
  const fill = () => {
    const { backgroundColor, backgroundImage } = getComputedStyle(row.element())
    return [backgroundColor, backgroundImage]
  }
  await expect.poll(fill).toEqual(['rgba(0, 0, 0, 0)', 'none'])
  select(ui, ...ids)
  await expect.poll(() => getComputedStyle(row.element()).backgroundImage).not.toBe('none')
})

it('a better matte repaints the subject’s thumbnail', async () => {
  const separation = (matte: string) => ({
    matte: matte as AssetId,
    model: 'test',
    box: { x: 0, y: 0, width: 9, height: 9 },
  })
  // each paint requests the stage, so the calls count the paints
  const ready = vi.fn(() => new Promise<StageHandle>(() => {}))
  const session = mount(
    ({ doc }) => {
      doc.separation = separation('first')
      newLayer(doc, 'subject')
    },
    { ready },
  )
  await expect.poll(() => ready.mock.calls.length).toBe(1)
  session.history.amend(() => {
    session.doc.separation = separation('better')
  })
  await expect.poll(() => ready.mock.calls.length).toBe(2)
})

it('clicking one of several selected rows selects only that layer', async () => {
  const ids: LayerId[] = []
  const { ui } = mount(({ doc }) => {
    for (const kind of ['text', 'text', 'subject'] as const) ids.push(newLayer(doc, kind))
  }, createDeferred<StageHandle>())
  await expect.poll(() => page.getByRole('treeitem').elements()).toHaveLength(3)
  const press = (n: number, shiftKey = false) => {
    const row = document.querySelector<HTMLElement>(`[data-layer="${ids[n]}"]`)!
    const isDefault = row.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true, shiftKey }))
    if (isDefault) row.focus()
    row.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey }))
  }
  const selected = async (...of: number[]) => expect.poll(() => ui.selection).toEqual(of.map((n) => ids[n]))
  press(0)
  press(1, true)
  await selected(0, 1)
  press(1)
  await selected(1)
  press(2, true)
  await selected(1, 2)
  press(2)
  await selected(2)
  expect(ui.panel).toBe('outline')
})
