import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../../tests/helpers/render.ts'
import { PanelBoundary } from './PanelBoundary.tsx'

it('renders its children again after "Try again"', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {}) // React logs the caught error
  function Tool({ isBroken }: { isBroken: boolean }) {
    if (isBroken) throw new Error('offline')
    return <p>Here it is</p>
  }
  function Host() {
    const [isBroken, setBroken] = useState(true)
    return (
      <PanelBoundary onRetry={() => setBroken(false)}>
        <Tool isBroken={isBroken} />
      </PanelBoundary>
    )
  }
  render(<Host />)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Here it is')).toBeVisible()
})
