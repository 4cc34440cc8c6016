import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../../../tests/helpers/render.ts'
import { DialogHost } from './DialogHost.tsx'
import { createDialogs } from './dialogs.ts'
import { ToastHost } from './ToastHost.tsx'
import { createToasts } from './toasts.ts'

it('shows an alert as an alertdialog named by its text', async () => {
  const dialogs = createDialogs()
  render(<DialogHost dialogs={dialogs} />)
  const read = dialogs.alert('Please sign in to continue')
  await expect.element(page.getByRole('alertdialog', { name: 'Please sign in to continue', exact: true })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await read
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
})

it('resolves with true for the action and with false for Escape', async () => {
  const dialogs = createDialogs()
  render(<DialogHost dialogs={dialogs} />)
  const question = { title: 'Convert Image Format', text: 'Convert to JPEG?', confirm: 'Convert' }
  const first = dialogs.confirm(question)
  await page.getByRole('button', { name: 'Convert' }).click()
  expect(await first).toBe(true)
  const second = dialogs.confirm(question)
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(await second).toBe(false)
})

it('announces a failure as an alert and every other toast as a status', async () => {
  const toasts = createToasts()
  render(<ToastHost toasts={toasts} />)
  toasts.show({ title: 'Failed to upload background', description: 'Please try again.', isDestructive: true })
  toasts.show({ title: 'Background reset' })
  await expect.element(page.getByRole('alert').getByText('Failed to upload background')).toBeVisible()
  await expect.element(page.getByRole('status').getByText('Background reset')).toBeVisible()
})

it('runs a toast’s action once and closes it', async () => {
  const toasts = createToasts()
  render(<ToastHost toasts={toasts} />)
  let undone = 0
  toasts.show({
    title: 'Background reset',
    action: {
      label: 'Undo',
      run: () => {
        undone++
      },
    },
  })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByRole('status')).not.toBeInTheDocument()
  expect(undone).toBe(1)
})
