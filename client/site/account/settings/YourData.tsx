import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Api, StoredImage } from '#client/kit/api/api.ts'
import { formatBytes, formatDate } from '#client/kit/i18n/format.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { IconButton } from '#client/kit/ui/controls/IconButton.tsx'
import { Switch } from '#client/kit/ui/controls/Switch.tsx'
import { useAccount, useAnswer, useNotices } from '../state/contexts.ts'
import styles from './SettingsDialog.module.css'
import { useTrialImages } from './TrialImages.tsx'

/** The settings about the user's data: stored trial exports, and the export of all account data. */
export const YourData = () => (
  <>
    <SharedExports />
    <ExportData />
  </>
)

function SharedExports() {
  const { consent, choose } = useTrialImages()
  if (!consent?.offered) return null
  return (
    <div className={styles.shared}>
      <Switch label={t('Share my trial exports')} isOn={consent.consented} onChange={(isOn) => void choose(isOn)} />
      <p className={styles.note}>
        {t(
          'During a free trial, we also store a copy of each image you download for {days, plural, one {# day} other {# days}} to improve the product. If you turn this off, we store nothing.',
          { days: consent.days },
        )}
      </p>
      {/* revoking the permission deletes the stored exports */}
      {consent.consented && <StoredExports />}
    </div>
  )
}

/**
 * Trial exports that are stored on the server, with buttons to download and delete each. Renders nothing without stored
 * exports.
 */
function StoredExports() {
  const { api } = useAccount()
  const { toasts } = useNotices()
  const [exports, setExports] = useAnswer(fetchExports)

  const remove = async ({ id }: StoredImage) => {
    const deleted = await api.deleteTrialImage(id)
    if (deleted.ok || deleted.error.code === 'not_found')
      return setExports((all) => (all ?? []).filter((one) => one.id !== id))
    toasts.show({ title: t('Error'), description: deleted.error.message, isDestructive: true })
  }
  if (!exports?.length) return null
  return (
    <ul className={styles.list} aria-label={t('Stored exports')}>
      {exports.map((stored) => {
        const name = stored.name ?? t('Export')
        const date = formatDate(Date.parse(stored.delete_after), { dateStyle: 'medium' })
        return (
          <li key={stored.id} className={styles.item}>
            <span className={styles.words}>
              <span className={styles.name}>{name}</span>
              <span className={styles.note}>
                {t('{size}, stored until {date}', { size: formatBytes(stored.bytes), date })}
              </span>
            </span>
            <IconButton
              icon={Download}
              label={t('Download {name}', { name })}
              onClick={() => download(api.trialImageUrl(stored.id), stored.name ?? 'export.png')}
            />
            <IconButton icon={Trash2} label={t('Delete {name}', { name })} onClick={() => void remove(stored)} />
          </li>
        )
      })}
    </ul>
  )
}

async function fetchExports(api: Api): Promise<readonly StoredImage[]> {
  const answer = await api.trialImages()
  return answer.ok ? answer.value.images : []
}

/** Button that downloads all data that the server stores about the account, as a JSON file. */
function ExportData() {
  const { api } = useAccount()
  const { toasts } = useNotices()
  const [isBusy, setBusy] = useState(false)

  const take = async () => {
    setBusy(true)
    const everything = await api.exportAccount()
    setBusy(false)
    if (!everything.ok)
      return void toasts.show({ title: t('Error'), description: everything.error.message, isDestructive: true })
    const json = new Blob([JSON.stringify(everything.value, null, 2)], { type: 'application/json' })
    const url = URL.createObjectURL(json)
    download(url, 'midground-account.json')
    // the browser has read the file by then; Safari needs some time
    setTimeout(() => URL.revokeObjectURL(url), 10_000)
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

function download(url: string, name: string) {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
