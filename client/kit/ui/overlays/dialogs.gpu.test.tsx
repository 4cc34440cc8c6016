import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../../../tests/helpers/render.ts'
import { createListeners } from '../../async/listeners.ts'
import { DialogHost } from './DialogHost.tsx'
import { createDialogs } from './dialogs.ts'
import { ToastHost } from './ToastHost.tsx'
import { createToasts, type Toasts } from './toasts.ts'

beforeEach(() => page.viewport(1000, 700))

it("an alert has the role alertdialog, named by the alert's text", async () => {
  const dialogs = createDialogs()
  render(<DialogHost dialogs={dialogs} />)
  const read = dialogs.alert('Please sign in to continue')
  await expect.element(page.getByRole('alertdialog', { name: 'Please sign in to continue', exact: true })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await read
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
})

it('confirm resolves with true for the action and with false for Escape', async () => {
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

it('screen readers announce a failure as an alert', async () => {
  const toasts = createToasts()
  render(<ToastHost toasts={toasts} />)
  toasts.show({ title: 'Failed to upload background', description: 'Please try again.', isDestructive: true })
  toasts.show({ title: 'Background reset' })
  await expect.element(page.getByRole('alert').getByText('Failed to upload background')).toBeVisible()
  await expect.element(page.getByRole('status').getByText('Background reset')).toBeVisible()
})

it("a click on a toast's action closes the toast", async () => {
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

it('a phone shows only the newest toast', async () => {
  await page.viewport(360, 640)
  const toasts = createToasts()
  render(<ToastHost toasts={toasts} />)
  for (const title of ['First', 'Second']) toasts.show({ title })
  await expect.element(page.getByText('Second')).toBeVisible()
  expect(page.getByRole('status').elements()).toHaveLength(1)
})

it('an open dialog hides older toasts but shows new toasts', async () => {
  const [dialogs, toasts] = [createDialogs(), createToasts()]
  render(
    <>
      <DialogHost dialogs={dialogs} />
      <ToastHost toasts={toasts} />
    </>,
  )
  toasts.show({ title: 'Older' })
  await expect.element(page.getByText('Older')).toBeVisible()
  void dialogs.alert('Please sign in to continue')
  await expect.element(page.getByText('Older')).not.toBeVisible()
  toasts.show({ title: 'Newer' })
  await expect.element(page.getByText('Newer')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Older')).toBeVisible()
})

it('a toast closes when its `endsOn` event fires', async () => {
  const toasts = createToasts()
  render(<ToastHost toasts={toasts} />)
  const { emit, subscribe } = createListeners()
  toasts.show({ title: 'Deleted', endsOn: subscribe })
  await expect.element(page.getByText('Deleted')).toBeVisible()
  emit()
  await expect.element(page.getByText('Deleted')).not.toBeInTheDocument()
})

/** Stops the clock of the toasts. `vi.advanceTimersByTime` advances it. */
function stopClock() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

/** Returns a function that reads the toasts one minute later. Poll it, because a toast's timer starts in an effect. */
const later = (toasts: Toasts) => () => {
  vi.advanceTimersByTime(60_000)
  return toasts.current()
}

/** Moves the focus to the toast's Dismiss button as Tab does, and returns the button. */
async function focusDismiss(toast: string) {
  const dismiss = page.getByRole('status').filter({ hasText: toast }).getByRole('button', { name: 'Dismiss' })
  await expect.element(dismiss).toBeVisible()
  const button = dismiss.element() as HTMLElement
  button.focus()
  await expect.element(dismiss).toHaveFocus()
  return button
}

it.each(['dismissed by its button', 'removed by the page'])(
  'the focus returns to the previously focused element when a focused toast is %s',
  async (how) => {
    stopClock()
    const toasts = createToasts()
    render(<ToastHost toasts={toasts} />)
    const place = render(<button type="button">Before</button>)
    place.querySelector('button')?.focus()
    const id = toasts.show({ title: 'First' })
    const button = await focusDismiss('First')
    if (how === 'removed by the page') toasts.dismiss(id)
    else button.click()
    await expect.element(page.getByText('First')).not.toBeInTheDocument()
    toasts.show({ title: 'Second' })
    await expect.element(page.getByText('Second')).toBeVisible()
    await expect.poll(later(toasts)).toEqual([])
    await expect.element(page.getByRole('button', { name: 'Before' })).toHaveFocus()
  },
)

it('all toasts stay open while one toast has the focus', async () => {
  stopClock()
  const toasts = createToasts()
  render(<ToastHost toasts={toasts} />)
  toasts.show({ title: 'First' })
  const button = await focusDismiss('First')
  vi.advanceTimersByTime(60_000)
  toasts.show({ title: 'Second' })
  await expect.element(page.getByText('Second')).toBeVisible()
  expect(toasts.current()).toHaveLength(2)
  button.blur()
  await expect.poll(later(toasts)).toEqual([])
})
