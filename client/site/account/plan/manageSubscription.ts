/** Shown when the server sends no URL; English, translated when shown. */

import { t } from '../../../kit/i18n/translate.ts'
import type { Toasts } from '../../../kit/ui/overlays/toasts.ts'
import type { Account } from '../state/account.ts'

const NO_PORTAL = 'Failed to open subscription management.'
const PORTAL_FAILED = 'Failed to open subscription management. Please try again.'

/**
 * Opens the billing portal: asks the server for its URL and navigates there (spec §7). Failures are shown in a toast;
 * without a session the sign-in dialog opens.
 */
export async function manageSubscription(
  account: Account,
  toasts: Toasts,
  go = (url: string) => location.assign(url),
): Promise<void> {
  const { user } = account.state
  if (!user) return account.openSignIn()
  const portal = await account.api.manageSubscription(user.id)
  const refuse = (description: string) => toasts.show({ title: t('Error'), description, isDestructive: true })
  if (!portal.ok) return void refuse(portal.error.code === 'offline' ? t(PORTAL_FAILED) : portal.error.message)
  if (!portal.value.url) return void refuse(t(NO_PORTAL))
  go(portal.value.url)
}
