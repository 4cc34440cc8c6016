import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { User } from '#client/kit/api/api.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { lazyPart } from '#client/kit/ui/lazyPart.tsx'
import { useAccount, useNotices } from '../state/contexts.ts'
import styles from './AccountCorner.module.css'

/** Loaded lazily, because visitors who aren't signed in don't need the menu. */
const AccountMenu = lazyPart(() => import('./AccountMenu.tsx'))

/** The account menu, or the Login button, in a top bar. Space is reserved until the server has responded. */
export function AccountCorner() {
  const account = useAccount()
  const { standing, user } = useSnapshot(account.state)
  if (user)
    return (
      <span className={styles.menu}>
        <LoadedMenu user={user} />
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

/** The account menu. If its code can't be loaded, a retry button appears. */
function LoadedMenu({ user }: { user: User }) {
  const { toasts } = useNotices()
  const [hasFailed, setFailed] = useState(false)
  const [isRetry, setRetry] = useState(false)
  const retry = () => {
    setRetry(true)
    setFailed(false)
  }
  const fail = () => {
    setFailed(true)
    if (isRetry) toasts.show({ title: t('Something went wrong. Please try again.'), isDestructive: true })
  }
  if (!hasFailed) return <AccountMenu user={user} onFail={fail} />
  return (
    <Button look="outline" onClick={retry}>
      {t('Account')}
    </Button>
  )
}
