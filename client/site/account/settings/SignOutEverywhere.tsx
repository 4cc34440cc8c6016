import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { t } from '../../../kit/i18n/translate.ts'
import { Button } from '../../../kit/ui/controls/Button.tsx'
import { useAccount } from '../state/AccountContext.tsx'
import { useNotices } from '../state/NoticesContext.tsx'
import styles from './SettingsDialog.module.css'

/** For a lost phone, or a browser in a library. */
export function SignOutEverywhere({ onDone }: { onDone(): void }) {
  const account = useAccount()
  const { toasts } = useNotices()
  const [, navigate] = useLocation()
  const [isBusy, setBusy] = useState(false)

  const signOut = async () => {
    if (isBusy) return
    setBusy(true)
    const failure = await account.signOut('everywhere')
    setBusy(false)
    if (failure) return toasts.show({ title: failure, isDestructive: true })
    onDone()
    navigate('/')
    toasts.show({ title: t('You are signed out on every device') })
  }
  return (
    <div className={styles.row}>
      <p className={styles.note}>{t('Signs out this browser and every other one.')}</p>
      <Button icon={LogOut} isBusy={isBusy} onClick={() => void signOut()}>
        {t('Sign out everywhere')}
      </Button>
    </div>
  )
}
