import { useSnapshot } from 'valtio'
import { Button } from '../ui/Button.tsx'
import { useAccount } from './AccountContext.tsx'
import styles from './AccountCorner.module.css'
import { AccountMenu } from './AccountMenu.tsx'

/** The end of a top bar: the account's menu, or the way in. Keeps its room until the server has answered. */
export function AccountCorner() {
  const account = useAccount()
  const { standing, user } = useSnapshot(account.state)
  if (standing === 'unknown') return <span className={styles.room} aria-hidden />
  if (user) return <AccountMenu user={user} />
  return (
    <Button look="outline" onClick={() => account.openSignIn()}>
      Login
    </Button>
  )
}
