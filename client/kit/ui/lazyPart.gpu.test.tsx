import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../../tests/helpers/render.ts'
import { lazyPart } from './lazyPart.tsx'

it('a lazyPart component whose code failed to load tries again at its next mount', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {}) // React logs the caught error
  const answers = [
    async () => Promise.reject(new Error('offline')),
    async () => ({ default: ({ name }: { name: string }) => <p>Hello {name}</p> }),
  ]
  const load = vi.fn(() => answers[Math.min(load.mock.calls.length - 1, 1)]!())
  const Part = lazyPart<{ name: string }>(load)
  const failed = vi.fn()
  function Host() {
    const [isOpen, setOpen] = useState(false)
    const fail = () => {
      failed()
      setOpen(false)
    }
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {isOpen && <Part name="Anna" onFail={fail} />}
      </>
    )
  }
  render(<Host />)
  const open = page.getByRole('button', { name: 'Open' })
  await open.click()
  await expect.poll(() => failed.mock.calls.length).toBe(1)
  await expect.element(open).toBeVisible()
  await open.click()
  await expect.element(page.getByText('Hello Anna')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(2)
})
