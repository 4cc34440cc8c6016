import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../../tests/helpers/render.ts'
import { LazyPanel } from './LazyPanel.tsx'

it('the button "Try again" loads the panel\'s code again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {}) // hides the error that React logs
  const load = vi.fn(async () => ({ default: () => <p>Here it is</p> })).mockRejectedValueOnce(new Error('offline'))
  render(<LazyPanel load={load} props={{}} fallback={null} />)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Here it is')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(2)
})
