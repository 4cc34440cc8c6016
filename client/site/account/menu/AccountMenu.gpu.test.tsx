import { expect, it } from 'vitest'
import type { Api } from '#client/kit/api/api.ts'
import { createDialogs } from '#client/kit/ui/overlays/dialogs.ts'
import { createToasts } from '#client/kit/ui/overlays/toasts.ts'
import { render } from '../../../../tests/helpers/render.ts'
import { createAccount } from '../state/account.ts'
import { AccountContext, NoticesContext } from '../state/contexts.ts'
import AccountMenu from './AccountMenu.tsx'

it("the crown doesn't cover the letter of the avatar", () => {
  const account = createAccount({} as Api, () => 0)
  const user = { id: 'u', email: 'mw@example.org', emailVerified: true }
  const paid = { paid: true, expiresAt: 1, subscriptionId: 'sub_1', imagesGenerated: 0, downloadCredits: 0 }
  account.takeProfile({ id: 'u', avatarUrl: null, ...paid })
  const place = render(
    <AccountContext value={account}>
      <NoticesContext value={{ dialogs: createDialogs(), toasts: createToasts() }}>
        <AccountMenu user={user} />
      </NoticesContext>
    </AccountContext>,
  )
  const letters = document.createRange()
  letters.selectNodeContents(
    [...place.querySelectorAll('span')].find(
      ({ textContent, childElementCount }) => childElementCount === 0 && textContent === 'mw',
    )!,
  )
  const text = letters.getBoundingClientRect()
  const crown = place.querySelector('[role=img]')!.getBoundingClientRect()
  // the crown is a disc with a ring of 2 px; the lower right corner of the text is nearest to its centre
  const [x, y] = [crown.x + crown.width / 2, crown.y + crown.height / 2]
  const baseline = text.bottom - 4 // the letters have no descenders
  expect(Math.hypot(Math.max(0, x - text.right), Math.max(0, y - baseline))).toBeGreaterThan(crown.width / 2 + 2)
})
