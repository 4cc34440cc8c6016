import { lazy, Suspense } from 'react'
import { useSnapshot } from 'valtio'
import { t } from '../../../kit/i18n/translate.ts'
import { Button } from '../../../kit/ui/controls/Button.tsx'
import { useAccount } from '../state/AccountContext.tsx'
import styles from './AccountCorner.module.css'

/** Loaded lazily, because visitors do not need it. */
const AccountMenu = lazy(() => import('./AccountMenu.tsx'))

/**
 * The account's place in a top bar: the account menu, or the Login button. Its space is reserved until the server has
 * answered.
 */
export function AccountCorner() {
  const account = useAccount()
  const { standing, user } = useSnapshot(account.state)
  if (user)
    return (
      <span className={styles.menu}>
        <Suspense>
          <AccountMenu user={user} />
        </Suspense>
      </span>
    )
  return (
    <Button
      look="outline"
      className={standing === 'unknown' ? styles.unknown : undefined}
      onClick={() => account.openSignIn()}
    >
      {t('Login')}
    </Button>
  )
}
