import { Download } from 'lucide-react'
import { useState } from 'react'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { useAccount, useNotices } from '../state/contexts.ts'
import styles from './SettingsDialog.module.css'

/** Button that downloads all data that the server stores about the account, as a JSON file. */
export function ExportData() {
  const { api } = useAccount()
  const { toasts } = useNotices()
  const [isBusy, setBusy] = useState(false)

  const take = async () => {
    setBusy(true)
    const everything = await api.exportAccount()
    setBusy(false)
    if (everything.ok) save(JSON.stringify(everything.value, null, 2))
    else toasts.show({ title: t('Error'), description: everything.error.message, isDestructive: true })
  }
  return (
    <div className={styles.row}>
      <p className={styles.note}>{t('Download all the data we store about your account as a JSON file.')}</p>
      <Button icon={Download} isBusy={isBusy} onClick={() => void take()}>
        {t('Export my data')}
      </Button>
    </div>
  )
}

function save(json: string) {
  const url = URL.createObjectURL(new Blob([json], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'midground-account.json'
  link.click()
  // the browser has read the file by then; Safari needs some time
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
