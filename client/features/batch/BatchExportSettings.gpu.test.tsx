/** Tests of the export settings and the footer in the batch dialog, and of the warnings of opened photos. */
import { expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { WorkspaceContext } from '#client/editor/workspace/WorkspaceContext.tsx'
import type { Workspace } from '#client/editor/workspace/workspace.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { addLayer } from '#client/layers/actions.ts'
import { createSession } from '#client/model/session/session.ts'
import { isSelected, select } from '#client/model/session/ui/selection.ts'
import { SELECT_SUBJECT_PANEL } from '#client/model/session/ui/subject.ts'
import { separationOf } from '#client/render/matting/separation.ts'
import { render } from '../../../tests/helpers/render.ts'
import { SILENT } from '../../../tests/helpers/session.ts'
import { WorkButtons } from './BatchDialog.tsx'
import { BatchExportSettings } from './BatchExportSettings.tsx'
import { begun, made, TestRenderer } from './testing.ts'
import { showWarning } from './useBatch.ts'

it('the switch Keep photo details turns the setting off, and is hidden for PDF', async () => {
  const { batch } = await made(['a.jpg'])
  onTestFinished(() => batch.close())
  render(<BatchExportSettings batch={batch} />)
  await userEvent.click(page.getByRole('button', { name: 'Export settings' }))
  expect(batch.settings().details).toBe(true)
  const details = page.getByRole('switch', { name: 'Keep photo details' })
  await userEvent.click(details)
  await expect.poll(() => batch.settings().details).toBe(false)
  await userEvent.click(page.getByRole('radio', { name: 'PDF' }))
  await expect.poll(() => details.query()).toBeNull()
})

it('the size in pixels can be typed', async () => {
  const { batch } = await made(['a.jpg'])
  onTestFinished(() => batch.close())
  render(<BatchExportSettings batch={batch} />)
  await userEvent.click(page.getByRole('button', { name: 'Export settings' }))
  await userEvent.click(page.getByRole('combobox', { name: 'Size' }))
  await userEvent.click(page.getByRole('option', { name: 'Custom size (px)' }))
  await userEvent.fill(page.getByRole('spinbutton', { name: 'Width' }), '640')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => batch.settings()).toMatchObject({ size: 'pixels', width: 640 })
})

it.each([
  [[], 'Clear batch'],
  [['b.jpg'], 'Cancel'],
] as const)('while the batch processes the photos %j, the footer shows the button %s', async (hangs, name) => {
  const { batch } = await begun(['a.jpg', 'b.jpg'], { renderer: new TestRenderer(...hangs) })
  onTestFinished(() => batch.close())
  render(
    <WorkspaceContext value={{ session: {} } as unknown as Workspace}>
      <WorkButtons batch={batch} />
    </WorkspaceContext>,
  )
  await expect.element(page.getByRole('button', { name })).toBeVisible()
  await expect.poll(() => page.getByRole('button', { name: /Cancel|Clear/ }).elements()).toHaveLength(1)
})

it.each([
  ['a certain subject that hides a letter', 'sure', 35, { panel: 'text', isSelected: true }],
  ['a certain subject that hides no letter', 'sure', 20, { panel: SELECT_SUBJECT_PANEL, isSelected: false }],
  ['an uncertain subject that hides a letter', 'unsure', 35, { panel: SELECT_SUBJECT_PANEL, isSelected: false }],
] as const)(
  'a photo with %s (%s) opens with the text or with Select subject',
  async (_, subject, horizontal, shown) => {
    const session = createSession(SILENT, { isStrict: true })
    const size = { width: 1000, height: 500 }
    // the subject covers the right half of the image
    const coverage = Uint8Array.from({ length: 5e5 }, (_, i) => (i % 1000 > 500 ? 255 : 0))
    const put = session.assets.put({ kind: 'matte', ...size, coverage })
    session.history.restart(() => {
      session.doc.photo = { asset: 'p' as AssetId, name: 'p.jpg', hasAlpha: false, ...size }
      session.doc.separation = separationOf(session.assets, put, 'test')
    })
    addLayer(session, 'subject')
    const text = {
      text: 'WINTER',
      fontSize: 100,
      position: { horizontal, vertical: 50 },
      placement: 'background',
    } as const
    const id = addLayer(session, 'text', text)!
    select(session.ui)
    await showWarning(session, subject)
    expect({ panel: session.ui.panel, isSelected: isSelected(session.ui, id) }).toEqual(shown)
  },
)
