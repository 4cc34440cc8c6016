import { lazy, Suspense } from 'react'
import { useSnapshot } from 'valtio'
import { Button } from '../ui/Button.tsx'
import { t } from '../words/words.ts'
import { useAccount } from './AccountContext.tsx'
import styles from './AccountCorner.module.css'

/** Nobody who is not signed in needs it. */
const AccountMenu = lazy(() => import('./AccountMenu.tsx'))

/** The end of a top bar: the account's menu, or the way in. Keeps its room until the server has answered. */
export function AccountCorner() {
  const account = useAccount()
  const { standing, user } = useSnapshot(account.state)
  const room = <span className={styles.room} aria-hidden />
  if (standing === 'unknown') return room
  if (user)
    return (
      <Suspense fallback={room}>
        <AccountMenu user={user} />
      </Suspense>
    )
  return (
    <Button look="outline" onClick={() => account.openSignIn()}>
      {t('Login')}
    </Button>
  )
}
