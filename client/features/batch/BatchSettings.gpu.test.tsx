/** Tests of the export settings in the batch dialog. */
import { expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../../tests/helpers/render.ts'
import { BatchSettings } from './BatchSettings.tsx'
import { made } from './testing.ts'

it('the switch Keep photo details sets the details of the exported files', async () => {
  const { batch } = await made(['a.jpg'])
  onTestFinished(() => batch.close())
  render(<BatchSettings batch={batch} />)
  await userEvent.click(page.getByRole('button', { name: 'Export settings' }))
  expect(batch.settings().details).toBe(true)
  const details = page.getByRole('switch', { name: 'Keep photo details' })
  await userEvent.click(details)
  await expect.poll(() => batch.settings().details).toBe(false)
  await userEvent.click(page.getByRole('radio', { name: 'PDF' }))
  await expect.poll(() => details.query()).toBeNull()
})
