import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Api } from '#client/kit/api/api.ts'
import { createDialogs } from '#client/kit/ui/overlays/dialogs.ts'
import { createToasts } from '#client/kit/ui/overlays/toasts.ts'
import { ok } from '#client/kit/values/result.ts'
import { render } from '../../../../tests/helpers/render.ts'
import { createAccount } from '../state/account.ts'
import { AccountContext, NoticesContext } from '../state/contexts.ts'
import { YourData } from './YourData.tsx'

it('a second click on Download of a stored export is ignored until the file is saved', async () => {
  const stored = { id: '1', name: 'lamp.png', bytes: 1000, delete_after: '2027-01-01T00:00:00Z' }
  const trialImage = vi.fn(() => new Promise(() => {}))
  const account = createAccount({
    trialImageConsent: async () => ok({ offered: true, consented: true, days: 30 }),
    trialImages: async () => ok({ images: [stored] }),
    trialImage,
  } as unknown as Api)
  render(
    <AccountContext value={account}>
      <NoticesContext value={{ dialogs: createDialogs(), toasts: createToasts() }}>
        <YourData />
      </NoticesContext>
    </AccountContext>,
  )
  const download = page.getByRole('button', { name: 'Download lamp.png' })
  await download.click()
  await expect.element(download).toHaveAttribute('aria-busy', 'true')
  await download.click()
  expect(trialImage).toHaveBeenCalledExactlyOnceWith('1')
})
