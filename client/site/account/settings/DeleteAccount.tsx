import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { DEPARTED_DAYS } from '#server/contract/limits.ts'
import { t } from '../../../kit/i18n/translate.ts'
import { Button } from '../../../kit/ui/controls/Button.tsx'
import { PasswordField } from '../sign-in/PasswordField.tsx'
import { ownProjects } from '../sign-out/ownProjects.ts'
import { useAccount } from '../state/AccountContext.tsx'
import { useNotices } from '../state/NoticesContext.tsx'
import styles from './SettingsDialog.module.css'

/**
 * Form that deletes the account on the server and its projects in this browser, then opens the home page. Asks for the
 * password and for a second confirmation, because a deletion cannot be undone.
 */
export function DeleteAccount({ onDone }: { onDone(): void }) {
  const account = useAccount()
  const { dialogs, toasts } = useNotices()
  const [, navigate] = useLocation()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const remove = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const isSure = await dialogs.confirm({
      title: t('Delete this account?'),
      text: t('A running subscription ends at once, and what is stored about you is deleted. This cannot be undone.'),
      action: t('Delete account'),
      isDanger: true,
    })
    if (!isSure) return
    setBusy(true)
    const userId = account.state.user?.id
    const deleted = await account.api.deleteAccount(password)
    setBusy(false)
    if (!deleted.ok) return setError(deleted.error.message)
    if (userId) await ownProjects.remove(userId) // nobody could open these projects any more
    onDone()
    navigate('/')
    await account.refresh()
    toasts.show({ title: t('Your account is deleted') })
  }
  return (
    <form className={styles.form} onSubmit={(event) => void remove(event)} noValidate>
      <p className={styles.note}>
        {t(
          'Ends a running subscription and deletes all that is stored about you. For {days, plural, one {# day} other {# days}} a scrambled form of your address stays, from which nobody can read it, with how much of the free plan was used.',
          { days: DEPARTED_DAYS },
        )}
      </p>
      <PasswordField
        label={t('Your password')}
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={error}
      />
      <div className={styles.row}>
        <Button type="submit" look="danger" icon={Trash2} isBusy={isBusy} disabled={password === ''}>
          {t('Delete account')}
        </Button>
      </div>
    </form>
  )
}
