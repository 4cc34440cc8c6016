/** Tests of the export settings and the footer in the batch dialog. */
import { expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { WorkspaceContext } from '#client/editor/workspace/WorkspaceContext.tsx'
import type { Workspace } from '#client/editor/workspace/workspace.ts'
import { render } from '../../../tests/helpers/render.ts'
import { WorkButtons } from './BatchDialog.tsx'
import { BatchExportSettings } from './BatchExportSettings.tsx'
import { begun, made, TestRenderer } from './testing.ts'

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
