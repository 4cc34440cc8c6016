import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../../kit/i18n/translate.ts'
import { Button } from '../../../kit/ui/controls/Button.tsx'
import { useRequestSignOut } from '../sign-out/useSignOut.ts'
import styles from './SettingsDialog.module.css'

/** Button that signs out every browser, for instance after a phone was lost. */
export function SignOutEverywhere() {
  const requestSignOut = useRequestSignOut()
  const [isBusy, setBusy] = useState(false)

  const signOut = async () => {
    setBusy(true)
    await requestSignOut('everywhere')
    setBusy(false)
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
