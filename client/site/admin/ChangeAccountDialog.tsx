import { useState } from 'react'
import type { AccountChange, ListedAccount } from '#client/kit/api/api.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Segmented } from '#client/kit/ui/controls/Segmented.tsx'
import { TextField } from '#client/kit/ui/controls/TextField.tsx'
import { Dialog } from '#client/kit/ui/overlays/Dialog.tsx'
import { MOST_CREDITS, MOST_GRANT_DAYS } from '#server/contract/plans/limits.ts'
import { PasswordForm } from '../account/settings/PasswordForm.tsx'
import { useAccount, useNotices } from '../account/state/contexts.ts'

interface Props {
  account: ListedAccount
  /** Called with the changed account. */
  onDone(changed: ListedAccount): void
  onClose(): void
}

/**
 * The dialog that changes an account: its credits, granted Pro, and whether it is disabled. Asks for the admin's
 * password.
 */
export function ChangeAccountDialog({ account, onDone, onClose }: Props) {
  const { api, state, refresh } = useAccount()
  const { toasts } = useNotices()
  const [action, setAction] = useState<AccountChange['action']>('credits')
  const [credits, setCredits] = useState(String(account.profile.download_credits))
  const [days, setDays] = useState('30')
  const isOwn = account.id === state.user?.id
  const onOff = account.disabled ? ('enable' as const) : ('disable' as const)
  const amount = { credits, 'grant-pro': days, disable: '0', enable: '0' }[action]

  const send = async (password: string) => {
    const answer = await api.changeAccount(account.id, { action, amount: Number(amount), password })
    if (!answer.ok) {
      // `not_found`: the admin role was removed or the session has ended
      if (answer.error.code === 'not_found') void refresh()
      return answer
    }
    onDone(answer.value)
    onClose()
    const { charged } = answer.value
    if (charged === null) toasts.show({ title: t('Account changed') })
    else
      toasts.show({
        title: t(
          'The account is disabled, but its subscription may still be charged. Cancel it in Stripe’s dashboard.',
        ),
        description: charged,
        isDestructive: true,
        isLasting: true,
      })
    return answer
  }
  return (
    <Dialog isOpen onClose={onClose} title={t('Edit account')} description={account.email}>
      <PasswordForm action={t('Edit account')} isComplete={/^\d+$/.test(amount)} onSubmit={send}>
        <Segmented
          label={t('Change')}
          value={action}
          onChange={setAction}
          options={[
            { value: 'credits', label: t('Credits') },
            { value: 'grant-pro', label: t('Pro') },
            ...(isOwn ? [] : [{ value: onOff, label: account.disabled ? t('Enable') : t('Disable') }]),
          ]}
        />
        {action === 'credits' && (
          <TextField
            label={t('Credits for downloads')}
            type="number"
            min={0}
            max={MOST_CREDITS}
            value={credits}
            onChange={(event) => setCredits(event.target.value)}
          />
        )}
        {action === 'grant-pro' && (
          <TextField
            label={t('Days of Pro from today')}
            hint={t('Enter 0 to end Pro access that you granted. Paid subscriptions aren’t affected.')}
            type="number"
            min={0}
            max={MOST_GRANT_DAYS}
            value={days}
            onChange={(event) => setDays(event.target.value)}
          />
        )}
        {action === 'disable' && <p>{t('The account will be signed out on all devices and can’t sign in again.')}</p>}
        {action === 'disable' && account.profile.subscription_id !== null && (
          <p>{t('Its subscription will be canceled. If this isn’t possible, you’ll see a message.')}</p>
        )}
        {action === 'enable' && <p>{t('The account can sign in again.')}</p>}
      </PasswordForm>
    </Dialog>
  )
}
