import { Trash2 } from 'lucide-react'
import { useLocation } from 'wouter'
import { t } from '#client/kit/i18n/translate.ts'
import { DEPARTED_DAYS } from '#server/contract/limits.ts'
import { ownProjects } from '../sign-out/ownProjects.ts'
import { useAccount, useNotices } from '../state/contexts.ts'
import { PasswordForm } from './PasswordForm.tsx'
import styles from './SettingsDialog.module.css'

/**
 * Form that deletes the account on the server and its projects in this browser, then opens the home page. Asks for the
 * password and a confirmation, because the deletion cannot be undone.
 */
export function DeleteAccount({ onDone }: { onDone(): void }) {
  const account = useAccount()
  const { dialogs, toasts } = useNotices()
  const [, navigate] = useLocation()

  const confirm = () =>
    dialogs.confirm({
      title: t('Delete this account?'),
      text: t('Your subscription ends immediately and all your data is deleted. You can’t undo this.'),
      confirm: t('Delete account'),
      isDanger: true,
    })

  const remove = async (password: string) => {
    const userId = account.state.user?.id
    const deleted = await account.api.deleteAccount(password)
    if (!deleted.ok) return deleted
    if (userId) await ownProjects.remove(userId) // no other account could open these projects
    onDone()
    navigate('/')
    await account.refresh()
    toasts.show({ title: t('Account deleted') })
    return deleted
  }
  return (
    <PasswordForm action={t('Delete account')} look="danger" icon={Trash2} confirm={confirm} onSubmit={remove}>
      <p className={styles.note}>
        {t(
          'Cancels your subscription and deletes all your data. For {days, plural, one {# day} other {# days}}, we keep a one-way hash of your email address and your free-plan usage, so that a new account doesn’t get new credits.',
          { days: DEPARTED_DAYS },
        )}
      </p>
    </PasswordForm>
  )
}
