import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../../../tests/helpers/render.ts'
import { StatusPill } from './StatusPill.tsx'

it('a busy status shows a progress bar before its progress is known', async () => {
  render(<StatusPill status={{ message: 'Saving', tone: 'busy', fraction: null }} />)
  const bar = page.getByRole('progressbar', { name: 'Saving' })
  await expect.element(bar).toBeVisible()
  await expect.element(bar).not.toHaveAttribute('aria-valuenow')
  expect(document.querySelector('span[aria-hidden]'), 'a second sign of progress').toBeNull()
})

it.each([
  ['busy', 'Saving'],
  ['hint', ''],
] as const)('with the tone %s, the visible message "Saving" is announced as "%s"', async (tone, announced) => {
  render(<StatusPill status={{ message: 'Saving', tone }} />)
  await expect.element(page.getByText('Saving')).toBeVisible()
  expect(document.querySelector('[role="status"]')?.textContent).toBe(announced)
})
